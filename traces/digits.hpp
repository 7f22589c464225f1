// Digits at the start of a text, eight at a time. Each byte of a word becomes a digit's value or is seen to be none;
// then pairs, fours and all eight are joined, each step for all of them at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace arenasim::traces {

/// What the first bytes of eight say: how many are digits, and their number.
struct EightBytes {
  std::size_t digits_count;
  std::uint64_t number;
};

namespace eight {

inline constexpr std::uint64_t kTops = 0x8080808080808080U;

inline constexpr std::array<std::uint64_t, 9> kPowersOfTen{1,       10,        100,        1'000,      10'000,
                                                           100'000, 1'000'000, 10'000'000, 100'000'000};

/// One number in each byte.
[[nodiscard]] constexpr std::uint64_t each(std::uint64_t number) {
  return 0x0101010101010101U * number;
}

[[nodiscard]] inline std::uint64_t load(const char* at) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

}  // namespace eight

/// The eight bytes must be readable.
[[nodiscard]] inline EightBytes decimal_of_eight(const char* at) {
  std::uint64_t bytes = eight::load(at) ^ eight::each('0');
  // Adding 0x76 carries whatever is above 9 into the top bit; what that spills over comes behind it.
  const std::uint64_t others = ((bytes + eight::each(0x76)) | bytes) & eight::kTops;
  const auto count = static_cast<std::size_t>(std::countr_zero(others)) / 8;
  if (count == 0) {
    return {0, 0};
  }
  bytes <<= 8 * (8 - count);  // zeros in front
  bytes = bytes * 10 + (bytes >> 8U);
  constexpr std::uint64_t pairs = 0x000000FF000000FFU;
  bytes = ((bytes & pairs) * 0x000F424000000064U + ((bytes >> 16U) & pairs) * 0x0000271000000001U) >> 32U;
  return {count, bytes};
}

/// Digits and the letters a to f.
[[nodiscard]] inline EightBytes hexadecimal_of_eight(const char* at) {
  const std::uint64_t text = eight::load(at);
  constexpr std::uint64_t low = eight::each(0x7F);
  const std::uint64_t digit = text ^ eight::each('0');
  const std::uint64_t letter = text ^ eight::each('a' - 1);  // a to f become 1 to 6
  const std::uint64_t no_digit = ((digit & low) + eight::each(0x76)) | digit;
  const std::uint64_t no_letter = ~((letter & low) + eight::each(0x7F)) | ((letter & low) + eight::each(0x79)) | letter;
  const auto count = static_cast<std::size_t>(std::countr_zero(no_digit & no_letter & eight::kTops)) / 8;
  if (count == 0) {
    return {0, 0};
  }
  std::uint64_t bytes = (text & eight::each(0x0F)) + 9 * ((text >> 6U) & eight::each(1));
  bytes <<= 8 * (8 - count);
  bytes = ((bytes << 4U) | (bytes >> 8U)) & 0x00FF00FF00FF00FFU;
  bytes = ((bytes << 8U) | (bytes >> 16U)) & 0x0000FFFF0000FFFFU;
  bytes = ((bytes << 16U) | (bytes >> 32U)) & 0x00000000FFFFFFFFU;
  return {count, bytes};
}

/// Where the decimal digits from `at` on end. `number` is theirs, of more than 19 digits modulo 2^64.
[[nodiscard]] inline const char* read_decimal(const char* at, const char* end, std::uint64_t& number) {
  number = 0;
  while (std::endian::native == std::endian::little && end - at >= 8) {
    const EightBytes taken = decimal_of_eight(at);
    number = number * eight::kPowersOfTen[taken.digits_count] + taken.number;
    at += taken.digits_count;
    if (taken.digits_count < 8) {
      return at;
    }
  }
  for (; at != end && *at >= '0' && *at <= '9'; ++at) {
    number = number * 10 + static_cast<std::uint64_t>(*at - '0');
  }
  return at;
}

/// The same where a byte that is no digit stands behind the digits, and eight bytes can be read from each of them and
/// from that one on: what a LineReader promises of its lines.
[[nodiscard]] inline const char* read_ended_decimal(const char* at, std::uint64_t& number) {
  if constexpr (std::endian::native != std::endian::little) {
    for (number = 0; *at >= '0' && *at <= '9'; ++at) {
      number = number * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    return at;
  }
  EightBytes taken = decimal_of_eight(at);
  number = taken.number;
  at += taken.digits_count;
  while (taken.digits_count == 8) {
    taken = decimal_of_eight(at);
    number = number * eight::kPowersOfTen[taken.digits_count] + taken.number;
    at += taken.digits_count;
  }
  return at;
}

/// Where the hexadecimal digits from `at` on end, letters a to f among them. `number` is theirs, of more than 16 digits
/// modulo 2^64.
[[nodiscard]] inline const char* read_hexadecimal(const char* at, const char* end, std::uint64_t& number) {
  number = 0;
  while (std::endian::native == std::endian::little && end - at >= 8) {
    const EightBytes taken = hexadecimal_of_eight(at);
    number = (number << (4 * taken.digits_count)) | taken.number;
    at += taken.digits_count;
    if (taken.digits_count < 8) {
      return at;
    }
  }
  for (; at != end; ++at) {
    if (*at >= '0' && *at <= '9') {
      number = number * 16 + static_cast<std::uint64_t>(*at - '0');
    } else if (*at >= 'a' && *at <= 'f') {
      number = number * 16 + static_cast<std::uint64_t>(*at - 'a') + 10;
    } else {
      break;
    }
  }
  return at;
}

}  // namespace arenasim::traces
