// Quantities of memory: bytes and alignments, as types, so that neighbouring numbers cannot be swapped.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

namespace arenasim::core {

/// A sum of bytes over many pages or events; wide enough for any of them.
__extension__ using Uint128 = unsigned __int128;

/// A number of bytes. Sums and differences wrap like the number inside: callers that can meet sizes near 2^64 use
/// `checked_add`.
class Bytes {
 public:
  constexpr Bytes() = default;
  constexpr explicit Bytes(std::uint64_t count) : count_(count) {}

  [[nodiscard]] constexpr std::uint64_t count() const { return count_; }

  constexpr Bytes& operator+=(Bytes other) {
    count_ += other.count_;
    return *this;
  }
  constexpr Bytes& operator-=(Bytes other) {
    count_ -= other.count_;
    return *this;
  }

  friend constexpr Bytes operator+(Bytes left, Bytes right) { return left += right; }
  friend constexpr Bytes operator-(Bytes left, Bytes right) { return left -= right; }
  friend constexpr Bytes operator*(Bytes bytes, std::uint64_t times) { return Bytes{bytes.count_ * times}; }
  friend constexpr auto operator<=>(Bytes, Bytes) = default;

  /// The sum, or nothing where it passes 2^64 - 1.
  [[nodiscard]] friend constexpr std::optional<Bytes> checked_add(Bytes left, Bytes right) {
    const Bytes sum = left + right;
    return sum < left ? std::nullopt : std::optional{sum};
  }

  [[nodiscard]] static constexpr Bytes max() { return Bytes{std::numeric_limits<std::uint64_t>::max()}; }

 private:
  std::uint64_t count_ = 0;
};

inline namespace literals {
// NOLINTBEGIN(google-runtime-int): the type a literal operator takes
constexpr Bytes operator""_B(unsigned long long count) {
  return Bytes{count};
}
constexpr Bytes operator""_KiB(unsigned long long count) {
  return Bytes{count << 10U};
}
constexpr Bytes operator""_MiB(unsigned long long count) {
  return Bytes{count << 20U};
}
constexpr Bytes operator""_GiB(unsigned long long count) {
  return Bytes{count << 30U};
}
constexpr Bytes operator""_TiB(unsigned long long count) {
  return Bytes{count << 40U};
}
// NOLINTEND(google-runtime-int)
}  // namespace literals

/// A power of two, by construction.
class Alignment {
 public:
  /// One byte: anything is aligned.
  constexpr Alignment() = default;

  /// Nothing where `bytes` is not a power of two.
  [[nodiscard]] static constexpr std::optional<Alignment> of(Bytes bytes) {
    if (!std::has_single_bit(bytes.count())) {
      return std::nullopt;
    }
    return Alignment{bytes};
  }

  [[nodiscard]] constexpr Bytes bytes() const { return Bytes{mask_ + 1}; }

  /// What lies between `size` and the next multiple: 0 up to one byte less than the alignment.
  [[nodiscard]] constexpr Bytes padding(Bytes size) const { return Bytes{(0 - size.count()) & mask_}; }

  /// The next multiple, or nothing where that passes 2^64 - 1.
  [[nodiscard]] constexpr std::optional<Bytes> round_up(Bytes size) const { return checked_add(size, padding(size)); }

  [[nodiscard]] constexpr Bytes round_down(Bytes size) const { return Bytes{size.count() & ~mask_}; }

  friend constexpr bool operator==(Alignment, Alignment) = default;

 private:
  constexpr explicit Alignment(Bytes bytes) : mask_(bytes.count() - 1) {}

  std::uint64_t mask_ = 0;
};

}  // namespace arenasim::core
