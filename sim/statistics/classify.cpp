#include "sim/statistics/classify.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

namespace arenasim::sim::statistics {

namespace {

/// A held part of a page.
struct Held {
  core::PageId page;
  std::uint64_t offset = 0;
  std::uint64_t end = 0;
};

bool has_gap(const std::vector<Held>& held, std::uint64_t page_bytes, core::Uint128 needed) {
  std::uint64_t from = 0;
  for (const Held& part : held) {
    if (part.offset > from && part.offset - from >= needed) {
      return true;
    }
    from = std::max(from, part.end);
  }
  return page_bytes > from && page_bytes - from >= needed;
}

/// By page that something pending is on: what stays held there.
std::map<core::PageId, std::vector<Held>> pages_with_pending(const MemoryState& memory, core::Alignment alignment) {
  std::map<core::PageId, std::vector<Held>> pages;
  for (const AllocationRecord& record : memory.allocations().records()) {
    if (record.live && record.pending) {
      pages.try_emplace(record.place.page);
    }
  }
  for (const AllocationRecord& record : memory.allocations().records()) {
    const auto page = pages.find(record.place.page);
    if (record.held && !record.pending && page != pages.end()) {
      const std::uint64_t offset = record.place.offset.count();
      const std::uint64_t end = offset + record.size.count() + alignment.padding(record.size).count();
      page->second.push_back({record.place.page, offset, end});
    }
  }
  return pages;
}

}  // namespace

bool pending_would_do(MemoryState& memory, core::Uint128 needed, core::Uint128 page, core::Uint128 capacity,
                      core::Alignment alignment) {
  if (memory.pending() == 0) {
    return false;
  }
  core::Uint128 given_back = memory.idle();
  for (auto& [id, held] : pages_with_pending(memory, alignment)) {
    const std::uint64_t bytes = memory.page_table().at(id).bytes;
    if (held.empty()) {
      given_back += bytes;
    }
    std::sort(held.begin(), held.end(), [](const Held& a, const Held& b) { return a.offset < b.offset; });
    if (has_gap(held, bytes, needed)) {
      return true;
    }
  }
  return memory.reserved() - given_back + page <= capacity;
}

FailureClass classify(const Refusal& refusal, MemoryState& memory, const core::Limits& limits) {
  switch (refusal.reason) {
    case core::Refusal::page_update_forbidden:
      return FailureClass::forbidden;
    case core::Refusal::too_large:
      return FailureClass::never_fits;
    case core::Refusal::page_sizes_exhausted:
      return FailureClass::exhausted;
    case core::Refusal::out_of_memory:
      break;
  }
  if (refusal.injected) {
    return FailureClass::injected;
  }
  const core::Uint128 reserved = memory.reserved();
  const core::Uint128 capacity = limits.capacity ? limits.capacity->count() : reserved;
  const core::Uint128 needed = core::Uint128{refusal.size.count()} + limits.alignment.padding(refusal.size).count();
  const core::Uint128 page = refusal.page ? refusal.page->count() : needed;
  const core::Uint128 ungranted = capacity > reserved ? capacity - reserved : 0;
  if (memory.aligned_live() + needed > capacity) {
    return FailureClass::over_capacity;
  }
  if (pending_would_do(memory, needed, page, capacity, limits.alignment)) {
    return FailureClass::pending;
  }
  if (memory.idle() != 0 && reserved - memory.idle() + page <= capacity) {
    return FailureClass::held_empty;
  }
  if (page > needed && ungranted >= needed) {
    return FailureClass::page_too_large;
  }
  return memory.free() + ungranted >= needed ? FailureClass::fragmented : FailureClass::overhead;
}

}  // namespace arenasim::sim::statistics
