#include "sim/statistics/stall_sums.hpp"

#include <cstddef>

namespace arenasim::sim::statistics {

void StallSums::add(std::span<const Stall> stalls) {
  std::uint64_t whole = 0;
  for (const Stall& stall : stalls) {
    sums_.by_cause[static_cast<std::size_t>(stall.cause)] += stall.cost.count();
    whole += stall.cost.count();
  }
  if (whole != 0) {
    ++moments_;
    ++spread_[whole];
  }
}

Stalls StallSums::finish() const {
  Stalls result = sums_;
  if (moments_ == 0) {
    return result;
  }
  result.max_ns = spread_.rbegin()->first;
  // Nearest rank: the least value that 99 of 100 moments do not pass.
  const std::uint64_t rank = moments_ - moments_ / 100;
  std::uint64_t seen = 0;
  for (const auto& [duration, count] : spread_) {
    seen += count;
    if (seen >= rank) {
      result.p99_ns = duration;
      break;
    }
  }
  return result;
}

}  // namespace arenasim::sim::statistics
