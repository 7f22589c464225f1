#include "backends/measurements.hpp"

#include <algorithm>
#include <bit>

namespace arenasim::backends {

std::string_view name(Work work) {
  constexpr std::array<std::string_view, kWorks.size()> names{"grant",       "fill",        "copy",  "release",
                                                              "wait_device", "wait_copies", "write", "check"};
  return names[static_cast<std::size_t>(work)];
}

void Measurements::add(Work work, core::Bytes bytes, std::chrono::nanoseconds took) {
  WorkTimes& times = times_[static_cast<std::size_t>(work)];
  const auto nanoseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(took.count(), 0));
  ++times.count;
  times.bytes += bytes.count();
  times.total_ns += nanoseconds;
  times.most_ns = std::max(times.most_ns, nanoseconds);
  const auto bucket = static_cast<std::size_t>(std::bit_width(nanoseconds | 1U)) - 1;
  ++times.counts_by_log2_ns[bucket];
}

}  // namespace arenasim::backends
