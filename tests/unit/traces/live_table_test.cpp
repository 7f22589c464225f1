#include "traces/live_table.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace arenasim::traces {
namespace {

/// Compares a table with a map that does the same.
class Checked {
 public:
  void insert(std::uint64_t key, std::uint32_t device) {
    const BlockSlot slot = table_.insert(key, device);
    const auto [at, is_new] = expected_.try_emplace({key, device}, slot);
    REQUIRE((slot != kNoSlot) == is_new);
    if (!is_new) {
      return;
    }
    if (!released_.empty()) {
      REQUIRE(slot == released_.back());
      released_.pop_back();
    }
    REQUIRE_FALSE(table_[slot].pending());
    REQUIRE_FALSE(table_[slot].wide());
    table_[slot].size = static_cast<std::uint32_t>(key);
    table_[slot].state |= key % 2 == 0 ? LiveBlock::kPending : LiveBlock::kWide;
    check();
  }

  void remove(std::uint64_t key, std::uint32_t device) {
    table_.expect(key, device);
    table_.expect_soon(key, device);
    const auto at = expected_.find({key, device});
    const BlockSlot slot = table_.remove(key, device);
    REQUIRE(slot == (at == expected_.end() ? kNoSlot : at->second));
    if (slot != kNoSlot) {
      REQUIRE(table_[slot].size == static_cast<std::uint32_t>(key));
      REQUIRE(table_[slot].device() == device);
      table_.release(slot);
      released_.push_back(slot);
      expected_.erase(at);
    }
    check();
  }

  /// A live key and its device, the oldest or any.
  [[nodiscard]] std::pair<std::uint64_t, std::uint32_t> some(std::mt19937_64& random) const {
    const auto at = expected_.lower_bound({random() % std::max<std::uint64_t>(expected_.rbegin()->first.first, 1), 0});
    return random() % 4 == 0 ? expected_.begin()->first : at->first;
  }
  [[nodiscard]] std::size_t size() const { return expected_.size(); }

  void check_all() const {
    for (const auto& [key, slot] : expected_) {
      REQUIRE(table_.find(key.first, key.second) == slot);
      REQUIRE(table_.find(key.first, key.second + 1) ==
              (expected_.contains({key.first, key.second + 1}) ? expected_.at({key.first, key.second + 1}) : kNoSlot));
    }
  }

 private:
  void check() const { REQUIRE(table_.size() == expected_.size()); }

  LiveTable table_;
  std::map<std::pair<std::uint64_t, std::uint32_t>, BlockSlot> expected_;
  std::vector<BlockSlot> released_;
};

/// What comes: how many blocks live at most, and how the key of the next one follows from its number.
struct Course {
  std::string name;
  std::size_t most_live;
  std::uint64_t count;
  std::uint64_t (*key)(std::uint64_t number);
};

const std::vector<Course> kCourses{
    {"rising by one", 300, 12'000, [](std::uint64_t number) { return number; }},
    {"rising by one, many live", 6'000, 12'000, [](std::uint64_t number) { return number; }},
    {"rising by one up to the last number", 300, 12'000, [](std::uint64_t number) { return number - 12'000; }},
    {"rising by one, then from elsewhere", 300, 12'000,
     [](std::uint64_t number) { return number + number / 3'000 * 1'000'000'007U; }},
    {"two that rise, in turn", 300, 12'000, [](std::uint64_t number) { return number / 2 + number % 2 * 5'000'000; }},
    {"rising in leaps", 300, 12'000, [](std::uint64_t number) { return number * 100; }},
    {"falling", 300, 12'000, [](std::uint64_t number) { return 1'000'000 - number; }},
    {"addresses", 3'000, 12'000, [](std::uint64_t number) { return 0x7F0000000000U + number * number % 9'973 * 512; }},
    {"again and again", 300, 12'000, [](std::uint64_t number) { return number % 5'000; }},
    {"rising by one for long, many live", 5'000, 60'000, [](std::uint64_t number) { return number; }},
    {"again and again for long, many live", 5'000, 100'000, [](std::uint64_t number) { return number % 36'000; }},
};

TEST_CASE("Live blocks are found by key and device, whatever way the keys take") {
  for (const Course& course : kCourses) {
    for (const std::uint32_t devices : {1U, 3U}) {
      CAPTURE(course.name, devices);
      std::mt19937_64 random{course.most_live + devices};
      Checked table;
      for (std::uint64_t number = 0; number < course.count; ++number) {
        const auto device = static_cast<std::uint32_t>(random() % devices);
        table.insert(course.key(number), device);
        if (random() % 8 == 0) {
          table.insert(course.key(number), 0);
        }
        while (table.size() > course.most_live || (table.size() > 1 && random() % 3 == 0)) {
          const auto [key, on] = table.some(random);
          table.remove(key, on);
          table.remove(key, on);
        }
        if (number % (course.count / 4) == 0) {
          table.check_all();
        }
      }
      table.check_all();
    }
  }
}

TEST_CASE("A block that outlives all others is found when ids have long gone on") {
  Checked table;
  table.insert(40, 0);
  for (std::uint64_t id = 41; id < 100'000; ++id) {
    table.insert(id, 0);
    if (id % 1'000 != 0) {
      table.remove(id, 0);
    }
  }
  table.check_all();
  table.insert(40, 0);
  table.remove(40, 0);
  table.insert(40, 0);
  table.check_all();
}

}  // namespace
}  // namespace arenasim::traces
