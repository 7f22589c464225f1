// Numbers and runs of bytes taken from a pickle, one after another.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace arenasim::traces::pickle {

/// Bytes as they stand, the least first.
template <class Number>
[[nodiscard]] Number little_endian_at(const char* at) {
  Number number = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&number, at, sizeof number);
  } else {
    for (std::size_t byte = sizeof number; byte > 0; --byte) {
      number = static_cast<Number>(number << 8U | static_cast<unsigned char>(at[byte - 1]));
    }
  }
  return number;
}

/// At most 8 bytes, the least first.
[[nodiscard]] inline std::uint64_t little_endian(std::string_view bytes) {
  constexpr std::size_t half = sizeof(std::uint32_t);
  if (bytes.size() >= half) {  // both ends, which may overlap
    const std::uint64_t low = little_endian_at<std::uint32_t>(bytes.data());
    const std::uint64_t high = little_endian_at<std::uint32_t>(bytes.data() + bytes.size() - half);
    return low | high << 8 * (bytes.size() - half);
  }
  std::uint64_t number = 0;
  for (std::size_t at = bytes.size(); at > 0; --at) {
    number = number << 8U | static_cast<unsigned char>(bytes[at - 1]);
  }
  return number;
}

/// Walks the bytes once. Every take throws InputError (truncated, at the end of the bytes) where fewer are left.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes, std::uint64_t offset = 0) : bytes_(bytes), at_(offset) {}

  [[nodiscard]] std::uint64_t offset() const { return at_; }
  [[nodiscard]] std::uint64_t left() const { return bytes_.size() - at_; }

  [[nodiscard]] std::string_view take(std::uint64_t count) {
    if (count > left()) {
      refuse_cut();
    }
    const std::string_view taken{bytes_.data() + at_, count};
    at_ += count;
    return taken;
  }

  /// The least byte first.
  template <std::size_t Width>
  [[nodiscard]] std::uint64_t number() {
    if (Width > left()) {
      refuse_cut();
    }
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < Width; ++at) {
      number |= std::uint64_t{static_cast<unsigned char>(bytes_[at_ + at])} << 8 * at;
    }
    at_ += Width;
    return number;
  }

  /// The greatest byte first.
  [[nodiscard]] double real() {
    std::uint64_t bits = 0;
    for (const char byte : take(sizeof bits)) {
      bits = bits << 8U | static_cast<unsigned char>(byte);
    }
    return std::bit_cast<double>(bits);
  }

  // For whoever walks for a while with a pointer of its own.

  [[nodiscard]] const char* begin() const { return bytes_.data(); }
  [[nodiscard]] const char* at() const { return bytes_.data() + at_; }
  [[nodiscard]] const char* end() const { return bytes_.data() + bytes_.size(); }
  [[nodiscard]] std::uint64_t offset_of(const char* at) const { return static_cast<std::uint64_t>(at - bytes_.data()); }
  void go_to(const char* at) { at_ = offset_of(at); }

  [[noreturn]] void refuse_cut() const;

 private:
  std::string_view bytes_;
  std::uint64_t at_;
};

}  // namespace arenasim::traces::pickle
