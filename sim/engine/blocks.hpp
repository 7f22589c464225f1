// What each block slot of the commands stands for now, in one word: the table is as long as most blocks were alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/growing_row.hpp"
#include "core/ids.hpp"
#include "sim/command.hpp"

namespace arenasim::sim::engine {

/// The number of a pending free.
using PendingId = core::Id<struct PendingKind, std::uint32_t>;

/// What a slot stands for: nothing, an allocation, one whose free is pending, or a free that took effect before the
/// trace says so. A vacant slot may keep an allocation number that no allocation has, for the next one.
class Block {
 public:
  /// Numbers of allocations and of pending frees are below it: two bits of the word say what the number is of.
  static constexpr std::uint32_t kNumbers = (std::uint32_t{1} << 30U) - 1;

  /// Vacant, and keeps no number.
  constexpr Block() = default;
  [[nodiscard]] static constexpr Block keeping(core::AllocationId number) { return Block(number.number()); }
  [[nodiscard]] static constexpr Block holding(core::AllocationId number) { return Block(kHeld | number.number()); }
  [[nodiscard]] static constexpr Block awaiting(PendingId number) { return Block(kPending | number.number()); }
  [[nodiscard]] static constexpr Block passed() { return Block(kPassed); }

  /// Holds an allocation, whether its free is pending or not.
  [[nodiscard]] constexpr bool holds() const { return word_ >= kHeld; }
  [[nodiscard]] constexpr bool is_pending() const { return word_ >= kPending; }
  [[nodiscard]] constexpr bool is_passed() const { return word_ == kPassed; }
  /// Vacant, with or without a number.
  [[nodiscard]] constexpr bool keeps_number() const { return word_ < kNumbers; }
  [[nodiscard]] constexpr bool lacks_number() const { return word_ == kNumbers; }

  /// Of one that is held and not pending, or the number that a vacant one keeps.
  [[nodiscard]] constexpr core::AllocationId allocation() const { return core::AllocationId{word_ & kNumbers}; }

  /// Of a pending one.
  [[nodiscard]] constexpr PendingId pending() const { return PendingId{word_ & kNumbers}; }

 private:
  static constexpr std::uint32_t kPassed = std::uint32_t{1} << 30U;
  static constexpr std::uint32_t kHeld = std::uint32_t{2} << 30U;
  static constexpr std::uint32_t kPending = std::uint32_t{3} << 30U;

  constexpr explicit Block(std::uint32_t word) : word_(word) {}

  std::uint32_t word_ = kNumbers;
};

/// The number behind the `count` there are. Aborts where no block could say it; `of` names what it numbers.
[[nodiscard]] std::uint32_t next_number(std::size_t count, const char* of);

/// By slot. Slots are dense: the table grows to the most blocks that were alive at once.
class Blocks {
 public:
  /// Null for a slot that never held anything.
  [[nodiscard]] Block* find(traces::BlockSlot slot) {
    return slot.number() < blocks_.size() ? &blocks_[slot.number()] : nullptr;
  }

  /// The slot will be wanted soon.
  void expect(traces::BlockSlot slot) const {
    if (slot.number() < blocks_.size()) {
      __builtin_prefetch(&blocks_[slot.number()]);
    }
  }

  [[nodiscard]] Block& at(traces::BlockSlot slot) {
    if (slot.number() >= blocks_.size()) {
      blocks_.extend_to(std::size_t{slot.number()} + 1, Block{});
    }
    return blocks_[slot.number()];
  }

  /// Every slot is vacant; those that were keep their numbers.
  void vacate() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      if (!blocks_[i].keeps_number()) {
        blocks_[i] = Block{};
      }
    }
  }

 private:
  core::GrowingRow<Block> blocks_;
};

}  // namespace arenasim::sim::engine
