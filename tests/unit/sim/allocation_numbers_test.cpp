#include "sim/engine/allocation_numbers.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

namespace arenasim::sim::engine {
namespace {

constexpr bool kRest = true;

/// Blocks that come and go, and which number each has; fails where a number is handed out that must not be yet.
class Churn {
 public:
  explicit Churn(bool rest) : numbers_(rest) {}

  void alloc(std::uint32_t slot) {
    Block& block = blocks_.at(traces::BlockSlot{slot});
    const core::AllocationId number = numbers_.take(block);
    block = Block::holding(number);
    INFO("number " << number.number() << " for slot " << slot);
    REQUIRE(used_.insert(number).second);
    most_ = std::max(most_, number.number() + 1);
  }

  void free(std::uint32_t slot) {
    Block& block = blocks_.at(traces::BlockSlot{slot});
    REQUIRE(block.holds());
    const core::AllocationId number = block.allocation();
    block = Block{};
    give_back(number, slot);
  }

  /// Its slot may be used again before the number is given back.
  [[nodiscard]] core::AllocationId request(std::uint32_t slot) {
    Block& block = blocks_.at(traces::BlockSlot{slot});
    const core::AllocationId number = block.allocation();
    block = Block{};
    return number;
  }

  void give_back(core::AllocationId number, std::uint32_t slot) {
    numbers_.give_back(number, traces::BlockSlot{slot}, blocks_);
    resting_.push_back(number);
  }

  void read_batch() {
    numbers_.wake(blocks_);
    for (const core::AllocationId number : resting_) {
      used_.erase(number);
    }
    resting_.clear();
  }

  [[nodiscard]] std::uint32_t numbers_made() const { return most_; }

 private:
  AllocationNumbers numbers_;
  Blocks blocks_;
  std::set<core::AllocationId> used_;
  std::vector<core::AllocationId> resting_;
  std::uint32_t most_ = 0;
};

}  // namespace

TEST_CASE("A number is not used again before its batch was read") {
  Churn churn(kRest);
  churn.alloc(0);
  churn.free(0);
  churn.alloc(0);
  CHECK(churn.numbers_made() == 2);
  churn.read_batch();
  churn.alloc(1);
  CHECK(churn.numbers_made() == 2);
}

TEST_CASE("A number is used again at once where nobody reads batches") {
  Churn churn(!kRest);
  for (std::uint32_t slot = 0; slot < 5000; ++slot) {
    churn.alloc(slot);
  }
  for (std::uint32_t slot = 0; slot < 5000; ++slot) {
    churn.free(slot);
  }
  churn.read_batch();
  for (std::uint32_t slot = 0; slot < 5000; ++slot) {
    churn.alloc(slot);
  }
  CHECK(churn.numbers_made() == 5000);
}

TEST_CASE("There are no more numbers than slots, pending frees and allocations of a batch") {
  constexpr std::uint32_t kSlots = 4000;
  constexpr std::size_t kPending = 100;
  constexpr std::uint32_t kBatch = 64;
  std::mt19937 random(7);
  Churn churn(kRest);
  std::vector<std::uint32_t> vacant;
  std::vector<std::uint32_t> live;
  std::vector<std::pair<core::AllocationId, std::uint32_t>> pending;
  for (std::uint32_t slot = kSlots; slot > 0; --slot) {
    vacant.push_back(slot - 1);
  }
  for (std::uint32_t step = 1; step <= 100'000; ++step) {
    const bool grows = (step / 10'000) % 2 == 0;  // so that all are live, and none
    const bool allocs = random() % 8 == 0 ? !grows : grows;
    std::vector<std::uint32_t>& from = allocs ? vacant : live;
    if (!from.empty()) {
      std::swap(from[random() % from.size()], from.back());
      const std::uint32_t slot = from.back();
      from.pop_back();
      (allocs ? live : vacant).push_back(slot);
      if (allocs) {
        churn.alloc(slot);
      } else if (pending.size() < kPending && random() % 4 == 0) {
        pending.emplace_back(churn.request(slot), slot);
      } else {
        churn.free(slot);
      }
    }
    if (!pending.empty() && random() % 16 == 0) {
      churn.give_back(pending.front().first, pending.front().second);
      pending.erase(pending.begin());
    }
    if (step % kBatch == 0) {
      churn.read_batch();
    }
  }
  CHECK(churn.numbers_made() <= kSlots + kPending + kBatch);
}

TEST_CASE("A block says what it holds") {
  const core::AllocationId number{Block::kNumbers - 1};
  const PendingId pending{Block::kNumbers - 1};
  CHECK(Block{}.lacks_number());
  CHECK_FALSE(Block{}.holds());
  CHECK(Block::keeping(number).keeps_number());
  CHECK(Block::keeping(number).allocation() == number);
  CHECK_FALSE(Block::keeping(number).holds());
  CHECK(Block::holding(number).holds());
  CHECK(Block::holding(number).allocation() == number);
  CHECK_FALSE(Block::holding(number).is_pending());
  CHECK(Block::awaiting(pending).holds());
  CHECK(Block::awaiting(pending).is_pending());
  CHECK(Block::awaiting(pending).pending() == pending);
  CHECK(Block::passed().is_passed());
  CHECK_FALSE(Block::passed().holds());
  CHECK_FALSE(Block::passed().keeps_number());
  CHECK_FALSE(Block::passed().lacks_number());
}

}  // namespace arenasim::sim::engine
