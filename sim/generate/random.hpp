// Random numbers that are the same on every machine: splitmix64 and integer arithmetic, no standard distribution.
#pragma once

#include <bit>
#include <cstdint>

#include "core/units.hpp"

namespace arenasim::sim::generate {

/// splitmix64: a counter in steps of the golden ratio, mixed by two multiplications (Steele, Lea and Flood, 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  [[nodiscard]] std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }

  /// From 0 to `limit` - 1: the high half of a 128-bit product. `limit` must not be 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t limit) {
    return static_cast<std::uint64_t>((static_cast<core::Uint128>(next()) * limit) >> 64U);
  }

  /// From `least` to `most`, both included.
  [[nodiscard]] std::uint64_t between(std::uint64_t least, std::uint64_t most) {
    return least + below(most - least + 1);
  }

  /// True in `parts` of `whole` cases.
  [[nodiscard]] bool in(std::uint64_t parts, std::uint64_t whole) { return below(whole) < parts; }

  /// A size from `least` to `most`, each power of two as likely as the next, uniform within one. `least` must not be 0.
  [[nodiscard]] core::Bytes size(core::Bytes least, core::Bytes most) {
    const auto low = static_cast<std::uint64_t>(std::bit_width(least.count()) - 1);
    const auto high = static_cast<std::uint64_t>(std::bit_width(most.count()) - 1);
    const std::uint64_t power = std::uint64_t{1} << between(low, high);
    const std::uint64_t drawn = power + below(power);
    return core::Bytes{drawn < least.count() ? least.count() : drawn > most.count() ? most.count() : drawn};
  }

 private:
  std::uint64_t state_;
};

}  // namespace arenasim::sim::generate
