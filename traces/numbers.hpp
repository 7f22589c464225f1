// Numbers as traces write them, read from their text and never through a double (spec/formats.md 0.6).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "traces/input_error.hpp"

namespace arenasim::traces {

/// A number, or why the text is none: `bad_value`, or `range` where it does not fit (a minus sign before an unsigned
/// one included).
template <class Number>
using Parsed = tl::expected<Number, ErrorClass>;

/// Decimal digits, or `0x` and hex digits.
[[nodiscard]] Parsed<std::uint64_t> parse_unsigned(std::string_view text);

/// Hex digits, with or without `0x`.
[[nodiscard]] Parsed<std::uint64_t> parse_hex(std::string_view text);

/// As parse_unsigned, with a leading `-` allowed.
[[nodiscard]] Parsed<std::int64_t> parse_signed(std::string_view text);
[[nodiscard]] Parsed<std::int32_t> parse_signed32(std::string_view text);

enum class Exponent : std::uint8_t { refused, allowed };

/// `4909733316309.231` in units of `unit_ns` (a power of ten) to whole nanoseconds: exact, digits below one dropped.
/// `.5` and `5.` are numbers. With an exponent allowed, `1.5e3` is too.
[[nodiscard]] Parsed<std::uint64_t> parse_scaled(std::string_view text, std::uint64_t unit_ns,
                                                 Exponent exponent = Exponent::refused);

/// As parse_scaled, with a leading `-` allowed.
[[nodiscard]] Parsed<std::int64_t> parse_scaled_signed(std::string_view text, std::uint64_t unit_ns,
                                                       Exponent exponent = Exponent::refused);

/// The text between quotes for a message: cut after some characters, control and non-ASCII bytes as `\x1F`.
[[nodiscard]] std::string quoted(std::string_view text);

/// "`12kb` is not an unsigned number" or "... does not fit", as the class says. `expected` is what should stand there.
[[nodiscard]] InputError number_error(ErrorClass error_class, Position position, std::string_view text,
                                      std::string_view expected, std::string field);

}  // namespace arenasim::traces
