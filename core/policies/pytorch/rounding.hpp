// How requests become block sizes: steps between powers of two where they are asked for, then multiples of the unit
// (spec/pytorch.md, Rules).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <tl/expected.hpp>

#include "core/options.hpp"
#include "core/units.hpp"

namespace arenasim::core::pytorch {

/// `roundup_power2_divisions`: into how many steps each power of two is cut. Sixteen intervals: the first is all below
/// 2 MiB, the next 2 to 4 MiB, and so on; the last is 32 GiB and more.
class Divisions {
 public:
  static constexpr std::size_t kIntervals = 16;

  /// `4`, or `256:1,512:2,>:8` with or without brackets: a key names the interval that begins at so many MiB, the first
  /// key also all below it, `>` all above the last key; an interval that is not named has none. A number of steps is a
  /// power of two, or 0 for none.
  [[nodiscard]] static tl::expected<Divisions, OptionError> parse(std::string_view text);

  /// Of a request of that size; 0 and 1 change nothing.
  [[nodiscard]] std::uint64_t of(Bytes size) const;

  friend bool operator==(const Divisions&, const Divisions&) = default;

 private:
  /// One `key:steps`. `last` is the interval of the key before, or nothing.
  [[nodiscard]] tl::expected<void, OptionError> take(std::string_view key, std::string_view steps,
                                                     std::optional<std::size_t>& last);

  std::array<std::uint64_t, kIntervals> steps_{};
};

/// The first of `divisions` even steps between the powers of two around `size` that is not below it: 1200 with 4 is
/// 1280. `divisions` is a power of two. Nothing where that passes 2^64 - 1.
[[nodiscard]] std::optional<Bytes> next_step(Bytes size, std::uint64_t divisions);

/// The size of the block that serves a request: `added` on top, at least one unit, stepped, and a multiple of `unit`.
/// Steps smaller than a unit thus change nothing, as in the original. Nothing where that passes 2^64 - 1.
[[nodiscard]] std::optional<Bytes> block_size(Bytes request, Bytes added, const Divisions& divisions, Alignment unit);

}  // namespace arenasim::core::pytorch
