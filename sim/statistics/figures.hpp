// The names of what is sampled after every allocation and free event, and what is known of each in the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/units.hpp"

namespace arenasim::sim::statistics {

/// Whole numbers at one moment (spec/report.md).
enum class Level : std::uint8_t {
  live,            ///< L: bytes live as requested, pending included
  pending,         ///< of these, what the owner has let go
  reserved,        ///< R: bytes of pages granted
  stranded,        ///< free bytes on pages that hold something
  idle,            ///< bytes of empty pages
  lost,            ///< page bytes that no slice describes
  largest_free,    ///< the largest free range
  outdated_pages,  ///< pages of pools that a growth left behind
  outdated,        ///< their bytes
};
inline constexpr std::size_t kLevels = 9;

/// As metrics spell it, with its unit: `live_bytes`, `outdated_pages_count`.
[[nodiscard]] constexpr std::string_view name(Level level) {
  constexpr std::array<std::string_view, kLevels> names{"live_bytes",         "pending_bytes",        "reserved_bytes",
                                                        "stranded_bytes",     "idle_bytes",           "lost_bytes",
                                                        "largest_free_bytes", "outdated_pages_count", "outdated_bytes"};
  return names[static_cast<std::size_t>(level)];
}

/// Parts of a whole at one moment, from 0 to 1.
enum class Ratio : std::uint8_t {
  external_fragmentation,  ///< (F - max f) / F
  free_concentration,      ///< 1 - sum of f squared / F squared
  internal_fragmentation,  ///< (B - L) / B
};
inline constexpr std::size_t kRatios = 3;

[[nodiscard]] constexpr std::string_view name(Ratio ratio) {
  constexpr std::array<std::string_view, kRatios> names{"external_fragmentation_ratio", "free_concentration_ratio",
                                                        "internal_fragmentation_ratio"};
  return names[static_cast<std::size_t>(ratio)];
}

/// A level over all moments. Sums are exact.
struct LevelFigure {
  std::uint64_t peak = 0;
  std::uint64_t least = 0;
  std::uint64_t end = 0;
  core::Uint128 sum = 0;
  core::Uint128 time_sum = 0;  ///< each weighted by the nanoseconds until the next moment, the last by 0
};

/// A ratio over all moments.
struct RatioFigure {
  double peak = 0;
  double least = 0;
  double end = 0;
  double mean = 0;
  double time_mean = 0;  ///< 0 where no time passed
};

}  // namespace arenasim::sim::statistics
