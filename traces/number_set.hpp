// How many distinct numbers there were: a bit each, in groups of neighbours that are found by hashing. Numbers are
// taken some at a time, so that their places in memory are fetched at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

/// Memory goes by the groups of 256 neighbours that were met: sizes up to 64 MiB, however many, take no more than 20
/// MB.
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
    return count_;
  }

 private:
  static constexpr std::size_t kWords = 4;
  static constexpr std::uint64_t kGroupNumbers = kWords * 64;

  /// The numbers `number * kGroupNumbers` and on; a group without a bit is an empty place of the table.
  struct Group {
    std::uint64_t number = 0;
    std::array<std::uint64_t, kWords> bits{};
    [[nodiscard]] bool empty() const { return (bits[0] | bits[1] | bits[2] | bits[3]) == 0; }
  };

  void take_waiting() {
    while ((groups_count_ + waiting_count_) * 4 > groups_.size() * 3) {
      grow();
    }
    for (std::size_t at = 0; at < waiting_count_; ++at) {
      __builtin_prefetch(&groups_[home(waiting_[at] / kGroupNumbers)]);
    }
    for (std::size_t at = 0; at < waiting_count_; ++at) {
      take(waiting_[at]);
    }
    waiting_count_ = 0;
  }

  void take(std::uint64_t number) {
    Group& group = groups_[place(number / kGroupNumbers)];
    groups_count_ += group.empty() ? 1U : 0U;
    group.number = number / kGroupNumbers;
    std::uint64_t& word = group.bits[number % kGroupNumbers / 64];
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    count_ += (word & bit) == 0 ? 1U : 0U;
    word |= bit;
  }

  [[nodiscard]] std::size_t home(std::uint64_t group) const {
    return static_cast<std::size_t>((group * 0x9E3779B97F4A7C15U) >> 20U) & (groups_.size() - 1);
  }

  /// Where the group is, or would go.
  [[nodiscard]] std::size_t place(std::uint64_t group) const {
    std::size_t at = home(group);
    while (groups_[at].number != group && !groups_[at].empty()) {
      at = (at + 1) & (groups_.size() - 1);
    }
    return at;
  }

  void grow() {
    constexpr std::size_t least = 64;
    std::vector<Group> old(groups_.empty() ? least : groups_.size() * 2);
    old.swap(groups_);
    for (const Group& group : old) {
      if (!group.empty()) {
        groups_[place(group.number)] = group;
      }
    }
  }

  std::array<std::uint64_t, 32> waiting_{};
  std::size_t waiting_count_ = 0;
  std::vector<Group> groups_;  // open addressing
  std::size_t groups_count_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace arenasim::traces
