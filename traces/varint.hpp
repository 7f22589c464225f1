// LEB128 numbers and little-endian integers, as the native binary has them (spec/formats.md 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace arenasim::traces {

inline void append_varint(std::string& out, std::uint64_t number) {
  while (number >= 0x80U) {
    out += static_cast<char>((number & 0x7FU) | 0x80U);
    number >>= 7U;
  }
  out += static_cast<char>(number);
}

/// Small for numbers near zero of either sign.
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1U) ^ (number < 0 ? ~std::uint64_t{0} : 0);
}

[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>((number >> 1U) ^ ((number & 1U) != 0 ? ~std::uint64_t{0} : 0));
}

/// Takes a number off the front; nothing where the bytes end early or it is not the shortest form of 64 bits at most.
[[nodiscard]] inline std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (std::size_t at = 0; at < bytes.size() && at < 10; ++at) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    number |= std::uint64_t{byte & 0x7FU} << (7 * at);
    if ((byte & 0x80U) == 0) {
      if ((byte == 0 && at != 0) || (at == 9 && byte > 1)) {
        return std::nullopt;
      }
      bytes.remove_prefix(at + 1);
      return number;
    }
  }
  return std::nullopt;
}

template <class Number>
void append_little(std::string& out, Number number) {
  static_assert(std::is_unsigned_v<Number>);
  for (std::size_t at = 0; at < sizeof number; ++at) {
    out += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * at) & 0xFFU);
  }
}

/// The integer at a byte; the bytes must be there.
template <class Number>
[[nodiscard]] Number little_at(std::string_view bytes, std::size_t at) {
  static_assert(std::is_unsigned_v<Number>);
  std::uint64_t number = 0;
  for (std::size_t byte = 0; byte < sizeof(Number); ++byte) {
    number |= std::uint64_t{static_cast<unsigned char>(bytes[at + byte])} << (8 * byte);
  }
  return static_cast<Number>(number);
}

}  // namespace arenasim::traces
