#include "sim/statistics/samples.hpp"

#include <algorithm>
#include <limits>

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
  for (LevelFigure& level : levels_) {
    level.least = std::numeric_limits<std::uint64_t>::max();
  }
  for (std::unique_ptr<RatioSums>& ratio : ratios_) {
    ratio = std::make_unique<RatioSums>();
  }
}

Samples::~Samples() = default;

void Samples::saturate(const MemoryState& memory) {
  saturated_ = true;
  const std::array<core::Uint128, kLevels> values{
      memory.live(), memory.pending(),      memory.reserved(),       memory.stranded(),      memory.idle(),
      memory.lost(), memory.largest_free(), memory.outdated_pages(), memory.outdated_bytes()};
  for (std::size_t level = 0; level < kLevels; ++level) {
    block_->levels[level][rows_] = saturated(values[level]);
  }
  block_->free[rows_] = saturated(memory.free());
  block_->held[rows_] = saturated(memory.held());
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

void Samples::sum_level(std::size_t level) {
  const std::array<std::uint64_t, kRows>& values = block_->levels[level];
  const std::array<std::uint64_t, kRows>& weights = block_->weights;
  LevelFigure figure = levels_[level];
  figure.time_sum += core::Uint128{figure.end} * carried_weight_;
  for (std::size_t row = 0; row < rows_; ++row) {
    figure.peak = std::max(figure.peak, values[row]);
    figure.least = std::min(figure.least, values[row]);
    figure.sum += values[row];
    figure.time_sum += core::Uint128{values[row]} * weights[row];
  }
  figure.end = values[rows_ - 1];
  levels_[level] = figure;
}

namespace {

// Near enough for a ratio, and much faster than the exact conversion.
double to_double(core::Uint128 value) {
  return static_cast<double>(static_cast<std::uint64_t>(value >> 64U)) * 18446744073709551616.0 +
         static_cast<double>(static_cast<std::uint64_t>(value));
}

double part(double of, double whole) {
  return whole == 0 ? 0 : of / whole;
}

}  // namespace

void Samples::compute_ratio(Ratio ratio) {
  Block& block = *block_;
  const std::array<std::uint64_t, kRows>& live = block.levels[static_cast<std::size_t>(Level::live)];
  const std::array<std::uint64_t, kRows>& largest = block.levels[static_cast<std::size_t>(Level::largest_free)];
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
  for (std::size_t level = 0; level < kLevels; ++level) {
    sum_level(level);
  }
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
  levels = levels_;
  for (std::size_t ratio = 0; ratio < kRatios; ++ratio) {
    ratios[ratio] = ratios_[ratio]->figure();
  }
}

}  // namespace arenasim::sim::statistics
