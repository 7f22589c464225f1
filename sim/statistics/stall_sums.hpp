// What the host waited for: sums by cause, and how events that stalled are spread.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "sim/observer.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::statistics {

class StallSums {
 public:
  /// What one moment cost, if anything.
  void add(std::span<const Stall> stalls);

  [[nodiscard]] Stalls finish() const;

 private:
  Stalls sums_;
  std::uint64_t moments_ = 0;                      // that stalled
  std::map<std::uint64_t, std::uint64_t> spread_;  // how many moments stalled so long
};

}  // namespace arenasim::sim::statistics
