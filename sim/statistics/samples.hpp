// What is sampled after each moment. Levels that hardly ever change are summed when they do; those that most moments
// change, and what ratios are made of, are gathered in columns and worked off a block at a time, so that each is one
// tight loop.
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
    const StillValues still = fits ? still_values_of(memory) : saturated_still_values_of(memory);
    if (count() == 0) {
      begin(still);
    }
    if (still != still_) {
      change(still);
    }
    Block& block = *block_;
    const std::size_t row = rows_;
    block.live[row] = fits ? static_cast<std::uint64_t>(memory.live()) : saturated(memory.live());
    block.stranded[row] = fits ? static_cast<std::uint64_t>(memory.stranded()) : saturated(memory.stranded());
    block.largest[row] = memory.largest_free();
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

  /// Levels that hardly ever change.
  static constexpr std::array kStill{Level::pending, Level::reserved,       Level::idle,
                                     Level::lost,    Level::outdated_pages, Level::outdated};
  using StillValues = std::array<std::uint64_t, kStill.size()>;

  template <class Value>
  using Column = std::array<Value, kRows>;

  /// A row for each moment: the other levels, and what else the ratios are made of.
  struct Block {
    Column<std::uint64_t> live;
    Column<std::uint64_t> stranded;
    Column<std::uint64_t> largest;
    Column<std::uint64_t> free;
    Column<std::uint64_t> held;
    Column<core::Uint128> squares;
    Column<std::uint64_t> times;
    Column<std::uint64_t> weights;  ///< of row i: the time from it to the next; the last row's comes later
    Column<double> ratio;
  };

  /// From which row and time on a level is what it is now.
  struct Since {
    std::uint64_t row = 0;
    std::uint64_t time = 0;
  };

  class RatioSums;

  [[nodiscard]] static StillValues still_values_of(const MemoryState& memory) {
    return {static_cast<std::uint64_t>(memory.pending()),
            static_cast<std::uint64_t>(memory.reserved()),
            static_cast<std::uint64_t>(memory.idle()),
            static_cast<std::uint64_t>(memory.lost()),
            memory.outdated_pages(),
            static_cast<std::uint64_t>(memory.outdated_bytes())};
  }
  [[nodiscard]] StillValues saturated_still_values_of(const MemoryState& memory);
  void begin(const StillValues& values);
  [[gnu::noinline]] void change(const StillValues& values);
  void settle(std::size_t still);

  void flush();
  void weigh();
  void sum_level(Level level, const Column<std::uint64_t>& values);
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
  std::array<LevelFigure, kLevels> levels_{};  // those in columns: up to the rows not yet summed
  StillValues still_{};                        // what those levels are now
  std::array<Since, kStill.size()> since_{};
  std::array<std::unique_ptr<RatioSums>, kRatios> ratios_;
};

}  // namespace arenasim::sim::statistics
