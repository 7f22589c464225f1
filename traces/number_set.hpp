// How many distinct numbers there were: a bit each. Numbers are taken some at a time, so that their places in memory
// are fetched at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

/// Numbers below 2^26 have a bit in a page of 4,096 neighbours that are found through a directory; others in groups of
/// 448 neighbours that are found by hashing. Memory goes by the pages and groups that were met: sizes up to 64 MiB,
/// however many, take no more than 16 MiB.
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
  static constexpr std::size_t kMostWaiting = 32;
  static constexpr std::uint64_t kPaged = std::uint64_t{1} << 26U;  // numbers below
  static constexpr std::uint64_t kPageNumbers = 4096;
  static constexpr std::size_t kPageWords = kPageNumbers / 64;
  static constexpr std::size_t kWords = 7;
  static constexpr std::uint64_t kGroupNumbers = kWords * 64;

  /// The numbers from `(name - 1) * kGroupNumbers` on; a group without a name is an empty place of the table.
  struct alignas(64) Group {
    std::uint64_t name = 0;
    std::array<std::uint64_t, kWords> bits{};
  };
  static_assert(sizeof(Group) == 64, "to look at a number is to fetch one line");

  void take_waiting();
  /// The place among words_ of the bit of a number below kPaged.
  [[nodiscard]] std::size_t word(std::uint64_t number) {
    const std::uint64_t page = number / kPageNumbers;
    if (page >= directory_.size() || directory_[page] == 0) {
      add_page(page);
    }
    return directory_[page] + number / 64 % kPageWords;
  }
  void add_page(std::uint64_t page);
  /// Sets the bit of a number, and counts it where it was not set.
  void set(std::uint64_t& word, std::uint64_t number) {
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    count_ += (word & bit) == 0 ? 1U : 0U;
    word |= bit;
  }
  void take_hashed(std::uint64_t number);
  /// Where the group is, or would go.
  [[nodiscard]] std::size_t place(std::uint64_t name) const;
  void grow();

  std::array<std::uint64_t, kMostWaiting> waiting_{};
  std::size_t waiting_count_ = 0;
  std::vector<std::uint32_t> directory_;  // of a page: its first word; 0 where there is none
  std::vector<std::uint64_t> words_;      // of all pages, and one without meaning in front
  std::vector<Group> groups_;             // open addressing
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
