#include "sim/facts_report.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace arenasim::sim {
namespace {

std::uint64_t outdated_pages(const core::Description& description, core::StreamId stream) {
  std::uint64_t count = 0;
  for (const core::PoolDescription& pool : description.pools) {
    if (pool.stream == stream && pool.kind == "outdated") {
      count += pool.pages_count;
    }
  }
  return count;
}

/// The reference's word for a pool, with what it says of its kind.
std::string kind_text(const core::PoolDescription& pool, const core::Description& description) {
  const std::uint64_t page_size = pool.page_size.value_or(core::Bytes{}).count();
  const std::uint64_t max_slice = pool.max_slice.value_or(core::Bytes{}).count();
  if (pool.kind == "tiny" || pool.kind == "exclusive") {
    return fmt::format("exclusive max_alloc_size={}", max_slice);
  }
  if (pool.kind == "small" || pool.kind == "outdated") {
    return fmt::format("sliced page_size={} max_slice_size={}", page_size, max_slice);
  }
  if (pool.kind == "arena") {
    return fmt::format("adaptive page_size={} outdated_pages={}", page_size, outdated_pages(description, pool.stream));
  }
  std::string text(pool.kind);
  if (pool.page_size) {
    text += fmt::format(" page_size={}", page_size);
  }
  if (pool.max_slice) {
    text += fmt::format(" max_slice_size={}", max_slice);
  }
  return text;
}

}  // namespace

std::string pools_text(const core::Description& description) {
  std::string text;
  for (const core::PoolDescription& pool : description.pools) {
    fmt::format_to(std::back_inserter(text),
                   "pool {} {} pages={} pages_peak={} largest_alloc={} allocs={} in_use={} padding={} reserved={}\n",
                   pool.stream.number(), kind_text(pool, description), pool.pages_count, pool.pages_peak_count,
                   pool.largest_allocation.count(), pool.held_count, pool.held_bytes, pool.padding_bytes,
                   pool.reserved_bytes);
  }
  return text;
}

}  // namespace arenasim::sim
