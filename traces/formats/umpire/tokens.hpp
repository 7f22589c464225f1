// Numbers and pointers of an Umpire record, read from their JSON text.
#pragma once

#include <cstdint>
#include <string_view>

namespace arenasim::traces::umpire {

/// A JSON number. Throws Malformed (missing_field, bad_value, range) naming `field`.
[[nodiscard]] std::uint64_t take_number(std::string_view token, std::string_view field);

/// A string of `0x` and hex digits, or `0`. Throws Malformed (missing_field, bad_value, range) naming `field`.
[[nodiscard]] std::uint64_t take_pointer(std::string_view token, std::string_view field);

}  // namespace arenasim::traces::umpire
