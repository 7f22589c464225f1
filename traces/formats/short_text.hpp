// Texts of a few bytes, to be found by one comparison.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "traces/digits.hpp"

namespace arenasim::traces {

/// A text of up to eight bytes.
class ShortText {
 public:
  explicit constexpr ShortText(std::string_view text) : length_(text.size()) {
    std::array<char, sizeof(std::uint64_t)> bytes{};
    std::array<unsigned char, sizeof(std::uint64_t)> mask{};
    std::copy(text.begin(), text.end(), bytes.begin());
    std::fill_n(mask.begin(), text.size(), 0xFF);
    bytes_ = std::bit_cast<std::uint64_t>(bytes);
    mask_ = std::bit_cast<std::uint64_t>(mask);
  }

  [[nodiscard]] bool begins(const char* at) const { return begins(eight::load(at)); }
  /// Of eight bytes as they lie in memory.
  [[nodiscard]] constexpr bool begins(std::uint64_t bytes) const { return (bytes & mask_) == bytes_; }

  [[nodiscard]] constexpr std::size_t length() const { return length_; }

 private:
  std::size_t length_;
  std::uint64_t bytes_ = 0;
  std::uint64_t mask_ = 0;
};

/// How native CSV begins what is behind the time of most rows.
inline constexpr ShortText kAlloc{"alloc,"};
inline constexpr ShortText kFree{"free,"};

}  // namespace arenasim::traces
