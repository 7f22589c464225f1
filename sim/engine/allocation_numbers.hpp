// The numbers under which an allocator knows allocations: dense, so that tables are indexed by them. But for a few, one
// that is used no more stays in the slot of its block until that is used again: no list is as long as the blocks.
#pragma once

#include <cstddef>
#include <vector>

#include "core/ids.hpp"
#include "sim/engine/blocks.hpp"

namespace arenasim::sim::engine {

/// Hands out numbers. One that is given back rests until the batch it was used in has been read. There are never more
/// than slots, pending frees, freed allocations that are kept, and allocations of a batch together.
class AllocationNumbers {
 public:
  /// `rest`: false where nobody reads batches, and a number can be used again at once.
  explicit AllocationNumbers(bool rest) : rest_(rest) { spare_.reserve(kSpare); }

  /// A number for what `block` will hold, which is to be set then. Aborts when there are none left.
  [[nodiscard]] core::AllocationId take(const Block& block) {
    return block.keeps_number() ? block.allocation() : take_other();
  }

  /// What had it was in `slot`, and is no more.
  void give_back(core::AllocationId number, traces::BlockSlot slot, Blocks& blocks) {
    if (rest_) {
      resting_.push_back({number, slot});
    } else {
      put_by(number, slot, blocks);
    }
  }

  /// The batch was read.
  void wake(Blocks& blocks) {
    for (const Resting& each : resting_) {
      put_by(each.number, each.slot, blocks);
    }
    resting_.clear();
  }

 private:
  struct Resting {
    core::AllocationId number;
    traces::BlockSlot slot;
  };

  // The list of those that no slot keeps is short: it is full before slots keep any, and longer only where they cannot.
  static constexpr std::size_t kSpare = 512;

  [[nodiscard]] core::AllocationId take_other() {
    if (spare_.empty()) {
      return core::AllocationId{next_number(count_++, "allocations")};
    }
    const core::AllocationId number = spare_.back();
    spare_.pop_back();
    return number;
  }

  void put_by(core::AllocationId number, traces::BlockSlot slot, Blocks& blocks) {
    if (spare_.size() == spare_.capacity()) {
      if (Block* const block = blocks.find(slot); block != nullptr && block->lacks_number()) {
        *block = Block::keeping(number);
        return;
      }
    }
    spare_.push_back(number);
  }

  bool rest_;
  std::size_t count_ = 0;  // of numbers ever made
  std::vector<core::AllocationId> spare_;
  std::vector<Resting> resting_;
};

}  // namespace arenasim::sim::engine
