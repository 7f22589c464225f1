// What the statistics of a few moments are, for tests.
#pragma once

#include "sim/statistics/statistics.hpp"
#include "tests/support/moments.hpp"

namespace arenasim::sim::statistics {

inline Results observed(const tests::Moments& moments, const StatisticsOptions& options = {}) {
  Statistics statistics(options);
  statistics.observe(moments.batch());
  return statistics.finish();
}

inline StatisticsOptions with_capacity(std::uint64_t bytes) {
  StatisticsOptions options;
  options.limits.capacity = core::Bytes{bytes};
  return options;
}

inline StatisticsOptions cut_at(std::uint64_t limit) {
  StatisticsOptions options;
  options.list_limit = limit;
  return options;
}

inline StatisticsOptions sampled_every(std::uint64_t ns) {
  StatisticsOptions options;
  options.sample_every = core::SimDuration{ns};
  return options;
}

}  // namespace arenasim::sim::statistics
