// A set of numbers that is only ever added to: open addressing, eight bytes a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

class NumberSet {
 public:
  /// True where it was not in before.
  bool insert(std::uint64_t number) {
    if (number == 0) {
      const bool fresh = !has_zero_;
      has_zero_ = true;
      return fresh;
    }
    if ((count_ + 1) * 3 > slots_.size() * 2) {
      grow();
    }
    std::uint64_t& slot = slots_[place(number)];
    if (slot == number) {
      return false;
    }
    slot = number;
    ++count_;
    return true;
  }

  [[nodiscard]] std::uint64_t size() const { return count_ + (has_zero_ ? 1U : 0U); }

 private:
  /// Where the number is, or would go.
  [[nodiscard]] std::size_t place(std::uint64_t number) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>((number * 0x9E3779B97F4A7C15U) >> 20U) & mask;
    while (slots_[at] != 0 && slots_[at] != number) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    constexpr std::size_t least = 64;
    std::vector<std::uint64_t> old(slots_.empty() ? least : slots_.size() * 2);
    old.swap(slots_);
    for (const std::uint64_t number : old) {
      if (number != 0) {
        slots_[place(number)] = number;
      }
    }
  }

  std::vector<std::uint64_t> slots_;  // 0 is empty
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace arenasim::traces
