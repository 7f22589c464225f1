// Distinct numbers, each kept as it is: for as many as a table of them stays small.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

/// Open addressing, 16 to 32 bytes a number.
class FewNumbers {
 public:
  /// Makes room for so many more.
  void make_room(std::size_t more) {
    while ((count_ + more) * 2 > places_.size()) {
      grow();
    }
  }

  /// Fetches the memory that `insert` looks at.
  void fetch(std::uint64_t number) const { __builtin_prefetch(&places_[home(number)]); }

  /// There must be room for it.
  void insert(std::uint64_t number) {
    if (number == kEmpty) {
      count_ += has_zero_ ? 0U : 1U;
      has_zero_ = true;
      return;
    }
    std::uint64_t& place = places_[place_of(number)];
    count_ += place == kEmpty ? 1U : 0U;
    place = number;
  }

  [[nodiscard]] std::size_t size() const { return count_; }

  template <class Take>
  void for_each(Take take) const {
    if (has_zero_) {
      take(kEmpty);
    }
    std::for_each(places_.begin(), places_.end(), [&take](std::uint64_t number) {
      if (number != kEmpty) {
        take(number);
      }
    });
  }

 private:
  static constexpr std::uint64_t kEmpty = 0;

  [[nodiscard]] std::size_t home(std::uint64_t number) const {
    return static_cast<std::size_t>((number * 0x9E3779B97F4A7C15U) >> shift_);
  }
  /// Where it is, or would go.
  [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
    std::size_t at = home(number);
    while (places_[at] != number && places_[at] != kEmpty) {
      at = (at + 1) & (places_.size() - 1);
    }
    return at;
  }
  void grow();

  std::vector<std::uint64_t> places_;
  unsigned shift_ = 0;  // leaves as many bits of a hash as number the places
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace arenasim::traces
