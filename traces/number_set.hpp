// How many distinct numbers there were: a bit each, in groups of neighbours that are found by hashing. Numbers are
// taken some at a time, so that their places in memory are fetched at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

/// Memory goes by the groups of 448 neighbours that were met: sizes up to 64 MiB, however many, take no more than 16
/// MiB.
class NumberSet {
 public:
  void insert(std::uint64_t number) { insert_unless(false, number); }

  /// `known`: the number was inserted before, and this one need not be.
  void insert_unless(bool known, std::uint64_t number) {
    waiting_[waiting_count_] = number;
    waiting_count_ += known ? 0U : 1U;
    if (waiting_count_ == waiting_.size()) {
      take_waiting();
    }
  }

  [[nodiscard]] std::uint64_t size() {
    take_waiting();
    return count_;
  }

 private:
  static constexpr std::size_t kWords = 7;
  static constexpr std::uint64_t kGroupNumbers = kWords * 64;
  static constexpr std::size_t kMostWaiting = 32;

  /// The numbers from `(name - 1) * kGroupNumbers` on; a group without a name is an empty place of the table.
  struct alignas(64) Group {
    std::uint64_t name = 0;
    std::array<std::uint64_t, kWords> bits{};
  };
  static_assert(sizeof(Group) == 64, "to look at a number is to fetch one line");

  void take_waiting();
  void take(std::uint64_t number, std::uint64_t name, std::size_t home);
  [[nodiscard]] std::size_t home(std::uint64_t name) const;
  /// Where the group is, or would go; `at` is its home.
  [[nodiscard]] std::size_t place(std::uint64_t name, std::size_t at) const;
  void grow();

  std::array<std::uint64_t, kMostWaiting> waiting_{};
  std::size_t waiting_count_ = 0;
  std::vector<Group> groups_;  // open addressing
  std::size_t groups_count_ = 0;
  std::uint64_t count_ = 0;
};

/// The same for numbers most of which come again soon: as many as `kRecent` are known without a look at the set.
template <std::size_t kRecent>
class FamiliarNumbers {
 public:
  FamiliarNumbers() { recent_[0] = 1; }  // whose place is another, as is that of 0 from all other places

  void insert(std::uint64_t number) {
    std::uint64_t& recent = recent_[(number ^ (number >> 9U)) % kRecent];
    numbers_.insert_unless(recent == number, number);
    recent = number;
  }

  [[nodiscard]] std::uint64_t size() { return numbers_.size(); }

 private:
  NumberSet numbers_;
  std::array<std::uint64_t, kRecent> recent_{};
};

}  // namespace arenasim::traces
