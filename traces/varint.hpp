// LEB128 numbers and little-endian integers, as the native binary has them (spec/formats.md 2).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// What short_varint finds.
struct ShortVarint {
  std::uint64_t number = 0;
  std::size_t length = 0;  ///< in bytes; 0 where it is longer than eight
};

inline constexpr bool kHasShortVarints = std::endian::native == std::endian::little;

/// The number at the first of eight readable bytes, found without a jump for its length where that is up to four. It
/// may be longer than its shortest form: has_padded_varint says so of many at once. Only where kHasShortVarints.
[[nodiscard]] inline ShortVarint short_varint(const char* at) {
  std::uint32_t four = 0;
  std::memcpy(&four, at, sizeof four);
  const std::uint32_t lasts = ~four & 0x80808080U;  // a bit in each byte that ends a number
  if (lasts != 0) [[likely]] {
    const std::uint32_t groups = four & (lasts ^ (lasts - 1)) & 0x7F7F7F7FU;
    const std::uint32_t pairs = (groups & 0x007F007FU) | ((groups >> 1U) & 0x3F803F80U);
    return {(pairs & 0x00003FFFU) | ((pairs >> 2U) & 0x0FFFC000U),
            static_cast<std::size_t>(std::countr_zero(lasts)) / 8 + 1};
  }
  for (std::size_t length = 1; length <= 8; ++length) {
    if (static_cast<unsigned char>(at[length - 1]) < 0x80U) {
      std::string_view bytes{at, length};
      return {take_varint(bytes).value_or(0), length};
    }
  }
  return {};
}

/// Whether one of the numbers that these bytes are is not in its shortest form: zeros come behind its last group that
/// is none.
[[nodiscard]] inline bool has_padded_varint(std::string_view bytes) {
  unsigned padded = 0;
  for (std::size_t at = 1; at < bytes.size(); ++at) {
    padded |= static_cast<unsigned>(bytes[at] == 0) & (static_cast<unsigned char>(bytes[at - 1]) >> 7U);
  }
  return padded != 0;
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
