// How many distinct numbers there were: open addressing, eight bytes a number. Numbers are taken some at a time, so
// that their places in memory are fetched at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

class NumberSet {
 public:
  void insert(std::uint64_t number) {
    waiting_[waiting_count_++] = number;
    if (waiting_count_ == waiting_.size()) {
      take_waiting();
    }
  }

  [[nodiscard]] std::uint64_t size() {
    take_waiting();
    return count_ + (has_zero_ ? 1 : 0);
  }

 private:
  void take_waiting() {
    while ((count_ + waiting_count_) * 3 > slots_.size() * 2) {
      grow();
    }
    for (std::size_t at = 0; at < waiting_count_; ++at) {
      __builtin_prefetch(&slots_[home(waiting_[at])]);
    }
    for (std::size_t at = 0; at < waiting_count_; ++at) {
      take(waiting_[at]);
    }
    waiting_count_ = 0;
  }

  void take(std::uint64_t number) {
    if (number == 0) {
      has_zero_ = true;
      return;
    }
    std::uint64_t& slot = slots_[place(number)];
    count_ += slot == number ? 0U : 1U;
    slot = number;
  }

  [[nodiscard]] std::size_t home(std::uint64_t number) const {
    return static_cast<std::size_t>((number * 0x9E3779B97F4A7C15U) >> 20U) & (slots_.size() - 1);
  }

  /// Where the number is, or would go.
  [[nodiscard]] std::size_t place(std::uint64_t number) const {
    std::size_t at = home(number);
    while (slots_[at] != 0 && slots_[at] != number) {
      at = (at + 1) & (slots_.size() - 1);
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

  std::array<std::uint64_t, 32> waiting_{};
  std::size_t waiting_count_ = 0;
  std::vector<std::uint64_t> slots_;  // 0 is empty
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace arenasim::traces
