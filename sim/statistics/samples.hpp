// What is sampled after each moment, gathered in columns and summed a block at a time: one figure is then one tight
// loop.
#pragma once

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
    Block& block = *block_;
    const std::size_t row = rows_;
    const std::array<core::Uint128, kLevels> values{
        memory.live(), memory.pending(),      memory.reserved(),       memory.stranded(),      memory.idle(),
        memory.lost(), memory.largest_free(), memory.outdated_pages(), memory.outdated_bytes()};
    for (std::size_t level = 0; level < kLevels; ++level) {
      block.levels[level][row] = static_cast<std::uint64_t>(values[level]);
    }
    block.free[row] = static_cast<std::uint64_t>(memory.free());
    block.held[row] = static_cast<std::uint64_t>(memory.held());
    block.squares[row] = memory.free_squared();
    block.times[row] = time.time_since_epoch().count();
    // Everything is a part of what is reserved.
    if (((memory.reserved() | memory.live()) >> 64U) != 0) {
      saturate(memory);
    }
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

  struct Block {
    std::array<std::array<std::uint64_t, kRows>, kLevels> levels;
    std::array<std::uint64_t, kRows> free;
    std::array<std::uint64_t, kRows> held;
    std::array<core::Uint128, kRows> squares;
    std::array<std::uint64_t, kRows> times;
    std::array<std::uint64_t, kRows> weights;  ///< of row i: the time from it to the next; the last row's comes later
    std::array<double, kRows> ratio;
  };

  class RatioSums;

  void saturate(const MemoryState& memory);
  void flush();
  void weigh();
  void sum_level(std::size_t level);
  void sum_ratio(Ratio ratio);
  void compute_ratio(Ratio ratio);

  std::unique_ptr<Block> block_;
  std::size_t rows_ = 0;
  std::uint64_t flushed_ = 0;
  std::uint64_t first_time_ = 0;
  std::uint64_t last_time_ = 0;
  std::uint64_t carried_weight_ = 0;  // the time from the last row flushed to the first of this block
  bool saturated_ = false;
  std::array<LevelFigure, kLevels> levels_{};
  std::array<std::unique_ptr<RatioSums>, kRatios> ratios_;
};

}  // namespace arenasim::sim::statistics
