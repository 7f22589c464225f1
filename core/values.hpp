// Values as people type them: sizes, durations, ratios, counts (spec/cli.md, Values). Exact: no floating arithmetic.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/sim_time.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// `4096`, `1.5GiB`, `100 kB`: bytes bare, or a number with B, KiB, MiB, GiB, TiB, kB, MB, GB, TB; a fraction of a byte
/// is dropped. Nothing where the text is anything else or passes 2^64 - 1.
[[nodiscard]] std::optional<Bytes> parse_bytes(std::string_view text);

/// `600ns`, `1.5ms`, `2s`: a number with ns, us, ms or s; a fraction of a nanosecond is dropped.
[[nodiscard]] std::optional<SimDuration> parse_duration(std::string_view text);

/// Decimal digits alone.
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text);

/// A decimal number without sign or exponent as an exact fraction: 1.05 is 105 / 100.
struct Fraction {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 1;

  [[nodiscard]] double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

/// `0.5`, `1.05`: at most 18 digits behind the point.
[[nodiscard]] std::optional<Fraction> parse_decimal(std::string_view text);

/// `0.5` or `50%`.
[[nodiscard]] std::optional<Fraction> parse_ratio(std::string_view text);

/// `bytes` times `times`, rounded down; nothing where that passes 2^64 - 1.
[[nodiscard]] std::optional<Bytes> scaled(Bytes bytes, Fraction times);

/// In the largest binary unit that leaves at least 1, with two decimals where it is not whole: `4 KiB`, `1.50 GiB`.
[[nodiscard]] std::string to_text(Bytes bytes);

}  // namespace arenasim::core
