// What each block slot of the commands stands for now.
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

inline constexpr PendingId kNotPending{std::numeric_limits<std::uint32_t>::max()};

/// The free took effect before the trace says so.
inline constexpr PendingId kPassed{std::numeric_limits<std::uint32_t>::max() - 1};

struct Block {
  core::AllocationId allocation = core::kNoAllocation;  ///< held under this slot
  PendingId pending = kNotPending;                      ///< of a block whose free was requested
};

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

  void clear() { blocks_.clear(); }

 private:
  core::GrowingRow<Block> blocks_;
};

}  // namespace arenasim::sim::engine
