// Numbers and runs of bytes taken from a pickle, one after another.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arenasim::traces::pickle {

/// At most 8 bytes, the least first.
[[nodiscard]] constexpr std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t at = bytes.size(); at > 0; --at) {
    number = number << 8U | static_cast<unsigned char>(bytes[at - 1]);
  }
  return number;
}

/// Walks the bytes once. Every take throws InputError (truncated, at the end of the bytes) where fewer are left.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

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

  [[noreturn]] void refuse_cut() const;

 private:
  std::string_view bytes_;
  std::uint64_t at_ = 0;
};

}  // namespace arenasim::traces::pickle
