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
  for (std::unique_ptr<RatioSums>& ratio : ratios_) {
    ratio = std::make_unique<RatioSums>();
  }
}

Samples::~Samples() = default;

Samples::StillValues Samples::saturated_still_values_of(const MemoryState& memory) {
  saturated_ = true;
  return {saturated(memory.pending()), saturated(memory.reserved()), saturated(memory.idle()),
          saturated(memory.lost()),    memory.outdated_pages(),      saturated(memory.outdated_bytes())};
}

void Samples::begin(const StillValues& values) {
  for (LevelFigure& figure : levels_) {
    figure.least = std::numeric_limits<std::uint64_t>::max();
  }
  still_ = values;
  for (std::size_t still = 0; still < kStill.size(); ++still) {
    since_[still].time = latest_;
  }
  first_time_ = last_time_ = latest_;
}

void Samples::change(const StillValues& values) {
  for (std::size_t still = 0; still < kStill.size(); ++still) {
    if (values[still] != still_[still]) {
      settle(still);
      still_[still] = values[still];
    }
  }
}

/// Adds to a level's figure what it was up to the row that comes next.
void Samples::settle(std::size_t still) {
  LevelFigure& figure = levels_[static_cast<std::size_t>(kStill[still])];
  Since& since = since_[still];
  const std::uint64_t value = still_[still];
  figure.end = value;
  figure.peak = std::max(figure.peak, value);
  figure.least = std::min(figure.least, value);
  figure.sum += core::Uint128{value} * (count() - since.row);
  figure.time_sum += core::Uint128{value} * (latest_ - since.time);
  since = {count(), latest_};
}

void Samples::weigh() {
  Block& block = *block_;
  carried_weight_ = block.times[0] - last_time_;
  for (std::size_t row = 0; row + 1 < rows_; ++row) {
    block.weights[row] = block.times[row + 1] - block.times[row];
  }
  block.weights[rows_ - 1] = 0;  // until the next block is known
  last_time_ = block.times[rows_ - 1];
}

void Samples::sum_level(Level level, const Column<std::uint64_t>& values) {
  LevelFigure figure = levels_[static_cast<std::size_t>(level)];
  figure.time_sum += core::Uint128{figure.end} * carried_weight_;
  for (std::size_t row = 0; row < rows_; ++row) {
    figure.peak = std::max(figure.peak, values[row]);
    figure.least = std::min(figure.least, values[row]);
    figure.sum += values[row];
    figure.time_sum += core::Uint128{values[row]} * block_->weights[row];
  }
  figure.end = values[rows_ - 1];
  levels_[static_cast<std::size_t>(level)] = figure;
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
  const Column<std::uint64_t>& live = block.live;
  const Column<std::uint64_t>& largest = block.largest;
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
  const Column<double>& values = block_->ratio;
  RatioSums sums = *ratios_[static_cast<std::size_t>(ratio)];  // a copy, that need not lie in memory
  sums.add_weighted(sums.last, carried_weight_);
  for (std::size_t row = 0; row < rows_; ++row) {
    sums.add(values[row]);
    sums.add_weighted(values[row], block_->weights[row]);
  }
  sums.last = values[rows_ - 1];
  *ratios_[static_cast<std::size_t>(ratio)] = sums;
}

void Samples::flush() {
  if (rows_ == 0) {
    return;
  }
  weigh();
  sum_level(Level::live, block_->live);
  sum_level(Level::stranded, block_->stranded);
  sum_level(Level::largest_free, block_->largest);
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
  for (std::size_t still = 0; still < kStill.size(); ++still) {
    settle(still);
  }
  levels = levels_;
  for (std::size_t ratio = 0; ratio < kRatios; ++ratio) {
    ratios[ratio] = ratios_[ratio]->figure();
  }
}

}  // namespace arenasim::sim::statistics
