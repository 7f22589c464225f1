// What is sampled after each moment. A level is summed when it changes, since most levels hardly ever do; what ratios
// are made of is gathered in columns and worked off a block at a time, so that one ratio is one tight loop.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "sim/statistics/figures.hpp"
#include "sim/statistics/memory_state.hpp"

namespace arenasim::sim::statistics {

/// A quantity as figures show it: past 2^64 - 1 it stays there.
[[nodiscard]] constexpr std::uint64_t saturated(core::Uint128 value) {
  return (value >> 64U) == 0 ? static_cast<std::uint64_t>(value) : ~std::uint64_t{0};
}

class Samples {
 public:
  Samples();
  ~Samples();
  Samples(const Samples&) = delete;
  Samples& operator=(const Samples&) = delete;

  /// Adds the memory as it is. Times must not fall; one that does counts as the time before.
  void add(const MemoryState& memory, core::SimTime time) {
    latest_ = std::max(latest_, time.time_since_epoch().count());
    // Everything is a part of what is reserved.
    const bool fits = ((memory.reserved() | memory.live()) >> 64U) == 0;
    const Values values = fits ? values_of(memory) : saturated_values_of(memory);
    if (count() == 0) {
      begin(values);
    }
    for (std::size_t level = 0; level < kLevels; ++level) {
      if (values[level] != levels_[level].end) {
        change(level, values[level]);
      }
    }
    Block& block = *block_;
    const std::size_t row = rows_;
    block.live[row] = values[static_cast<std::size_t>(Level::live)];
    block.largest[row] = values[static_cast<std::size_t>(Level::largest_free)];
    block.free[row] = fits ? static_cast<std::uint64_t>(memory.free()) : saturated(memory.free());
    block.held[row] = fits ? static_cast<std::uint64_t>(memory.held()) : saturated(memory.held());
    block.squares[row] = memory.free_squared();
    block.times[row] = latest_;
    if (++rows_ == kRows) {
      flush();
    }
  }

  /// All figures, those of the rows not yet summed included.
  void finish(std::array<LevelFigure, kLevels>& levels, std::array<RatioFigure, kRatios>& ratios);

  /// Some level passed 2^64 - 1.
  [[nodiscard]] bool saturated_once() const { return saturated_; }

  [[nodiscard]] std::uint64_t count() const { return flushed_ + rows_; }

  /// From the first row to the last one that was summed.
  [[nodiscard]] std::uint64_t span_ns() const { return last_time_ - first_time_; }

 private:
  static constexpr std::size_t kRows = 512;

  using Values = std::array<std::uint64_t, kLevels>;

  /// What the ratios are made of, a row for each moment.
  struct Block {
    std::array<std::uint64_t, kRows> live;
    std::array<std::uint64_t, kRows> largest;
    std::array<std::uint64_t, kRows> free;
    std::array<std::uint64_t, kRows> held;
    std::array<core::Uint128, kRows> squares;
    std::array<std::uint64_t, kRows> times;
    std::array<std::uint64_t, kRows> weights;  ///< of row i: the time from it to the next; the last row's comes later
    std::array<double, kRows> ratio;
  };

  /// From which row and time on a level is what it is now.
  struct Since {
    std::uint64_t row = 0;
    std::uint64_t time = 0;
  };

  class RatioSums;

  [[nodiscard]] static Values values_of(const MemoryState& memory) {
    return {static_cast<std::uint64_t>(memory.live()),
            static_cast<std::uint64_t>(memory.pending()),
            static_cast<std::uint64_t>(memory.reserved()),
            static_cast<std::uint64_t>(memory.stranded()),
            static_cast<std::uint64_t>(memory.idle()),
            static_cast<std::uint64_t>(memory.lost()),
            memory.largest_free(),
            memory.outdated_pages(),
            static_cast<std::uint64_t>(memory.outdated_bytes())};
  }
  [[nodiscard]] Values saturated_values_of(const MemoryState& memory);
  void begin(const Values& values);
  void change(std::size_t level, std::uint64_t value) {
    settle(level);
    LevelFigure& figure = levels_[level];
    figure.end = value;
    figure.peak = std::max(figure.peak, value);
    figure.least = std::min(figure.least, value);
  }

  /// Adds to a level's sums what it was up to the row that comes next.
  void settle(std::size_t level) {
    LevelFigure& figure = levels_[level];
    Since& since = since_[level];
    figure.sum += core::Uint128{figure.end} * (count() - since.row);
    figure.time_sum += core::Uint128{figure.end} * (latest_ - since.time);
    since = {count(), latest_};
  }

  void flush();
  void weigh();
  void sum_ratio(Ratio ratio);
  void compute_ratio(Ratio ratio);

  std::unique_ptr<Block> block_;
  std::size_t rows_ = 0;
  std::uint64_t flushed_ = 0;
  std::uint64_t first_time_ = 0;
  std::uint64_t last_time_ = 0;
  std::uint64_t carried_weight_ = 0;  // the time from the last row flushed to the first of this block
  std::uint64_t latest_ = 0;
  bool saturated_ = false;
  std::array<LevelFigure, kLevels> levels_{};  // `end` is what a level is now
  std::array<Since, kLevels> since_{};
  std::array<std::unique_ptr<RatioSums>, kRatios> ratios_;
};

}  // namespace arenasim::sim::statistics
