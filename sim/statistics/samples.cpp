#include "sim/statistics/samples.hpp"

#include <algorithm>

#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics/count.hpp>
#include <boost/accumulators/statistics/max.hpp>
#include <boost/accumulators/statistics/mean.hpp>
#include <boost/accumulators/statistics/min.hpp>
#include <boost/accumulators/statistics/stats.hpp>
#include <boost/accumulators/statistics/weighted_mean.hpp>

namespace arenasim::sim::statistics {

namespace accumulators = boost::accumulators;

/// What is known of one ratio so far.
class Samples::RatioSums {
 public:
  void add(double value) { moments_(value); }
  void add_weighted(double value, std::uint64_t weight) {
    if (weight != 0) {
      times_(value, accumulators::weight = static_cast<double>(weight));
      weighted_ = true;
    }
  }

  [[nodiscard]] RatioFigure figure() const {
    RatioFigure figure;
    if (accumulators::count(moments_) != 0) {
      figure = {accumulators::max(moments_), accumulators::min(moments_), last, accumulators::mean(moments_), 0};
    }
    if (weighted_) {
      figure.time_mean = accumulators::weighted_mean(times_);
    }
    return figure;
  }

  double last = 0;

 private:
  accumulators::accumulator_set<double, accumulators::stats<accumulators::tag::mean, accumulators::tag::max,
                                                            accumulators::tag::min, accumulators::tag::count>>
      moments_;
  accumulators::accumulator_set<double, accumulators::stats<accumulators::tag::weighted_mean>, double> times_;
  bool weighted_ = false;
};

Samples::Samples() : block_(std::make_unique<Block>()) {
  for (std::unique_ptr<RatioSums>& ratio : ratios_) {
    ratio = std::make_unique<RatioSums>();
  }
}

Samples::~Samples() = default;

Samples::Values Samples::saturated_values_of(const MemoryState& memory) {
  saturated_ = true;
  return {saturated(memory.live()),     saturated(memory.pending()), saturated(memory.reserved()),
          saturated(memory.stranded()), saturated(memory.idle()),    saturated(memory.lost()),
          memory.largest_free(),        memory.outdated_pages(),     saturated(memory.outdated_bytes())};
}

void Samples::begin(const Values& values) {
  for (std::size_t level = 0; level < kLevels; ++level) {
    levels_[level].end = levels_[level].peak = levels_[level].least = values[level];
    since_[level].time = latest_;
  }
}

void Samples::weigh() {
  Block& block = *block_;
  if (flushed_ == 0) {
    first_time_ = block.times[0];
    last_time_ = first_time_;
  }
  for (std::size_t row = 0; row < rows_; ++row) {
    block.times[row] = std::max(block.times[row], last_time_);
    const std::uint64_t passed = block.times[row] - last_time_;
    last_time_ = block.times[row];
    if (row == 0) {
      carried_weight_ = passed;
    } else {
      block.weights[row - 1] = passed;
    }
  }
  block.weights[rows_ - 1] = 0;  // until the next block is known
}

namespace {

/// What a cast gives, without the jump that a cast takes by the highest bit, which may be anything here: both halves
/// are exact, so that only their sum is rounded.
double to_double(std::uint64_t value) {
  return static_cast<double>(static_cast<std::int64_t>(value >> 32U)) * 4294967296.0 +
         static_cast<double>(static_cast<std::int64_t>(value & 0xFFFFFFFFU));
}

// Near enough for a ratio, and much faster than the exact conversion.
double to_double(core::Uint128 value) {
  return to_double(static_cast<std::uint64_t>(value >> 64U)) * 18446744073709551616.0 +
         to_double(static_cast<std::uint64_t>(value));
}

double part(double of, double whole) {
  return whole == 0 ? 0 : of / whole;
}

}  // namespace

void Samples::compute_ratio(Ratio ratio) {
  Block& block = *block_;
  const std::array<std::uint64_t, kRows>& live = block.live;
  const std::array<std::uint64_t, kRows>& largest = block.largest;
  for (std::size_t row = 0; row < rows_; ++row) {
    const std::uint64_t free = block.free[row];
    const std::uint64_t held = block.held[row];
    switch (ratio) {
      case Ratio::external_fragmentation:
        block.ratio[row] = part(static_cast<double>(free - largest[row]), static_cast<double>(free));
        break;
      case Ratio::free_concentration: {
        const core::Uint128 square = core::Uint128{free} * free;
        block.ratio[row] = part(to_double(square - block.squares[row]), to_double(square));
        break;
      }
      case Ratio::internal_fragmentation:
        block.ratio[row] = part(static_cast<double>(held - live[row]), static_cast<double>(held));
        break;
    }
  }
}

void Samples::sum_ratio(Ratio ratio) {
  compute_ratio(ratio);
  const std::array<double, kRows>& values = block_->ratio;
  RatioSums& sums = *ratios_[static_cast<std::size_t>(ratio)];
  sums.add_weighted(sums.last, carried_weight_);
  for (std::size_t row = 0; row < rows_; ++row) {
    sums.add(values[row]);
    sums.add_weighted(values[row], block_->weights[row]);
  }
  sums.last = values[rows_ - 1];
}

void Samples::flush() {
  if (rows_ == 0) {
    return;
  }
  weigh();
  for (std::size_t ratio = 0; ratio < kRatios; ++ratio) {
    sum_ratio(static_cast<Ratio>(ratio));
  }
  flushed_ += rows_;
  rows_ = 0;
}

void Samples::finish(std::array<LevelFigure, kLevels>& levels, std::array<RatioFigure, kRatios>& ratios) {
  flush();
  if (flushed_ == 0) {
    return;
  }
  for (std::size_t level = 0; level < kLevels; ++level) {
    settle(level);
  }
  levels = levels_;
  for (std::size_t ratio = 0; ratio < kRatios; ++ratio) {
    ratios[ratio] = ratios_[ratio]->figure();
  }
}

}  // namespace arenasim::sim::statistics
