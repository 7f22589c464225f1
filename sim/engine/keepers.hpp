// Who keeps an allocation from moving or being reused, by the id of the trace: guards and bindings outlive frees.
#pragma once

#include <vector>

#include "core/allocator.hpp"
#include "core/ids.hpp"
#include "sim/command.hpp"

namespace arenasim::sim::engine {

/// One guard and one binding a slot; a second does nothing (golden/README.md, Form).
class Keepers {
 public:
  /// What a guard or a binding of a slot holds on to.
  struct Kept {
    core::AllocationId guarded = core::kNoAllocation;
    core::AllocationId bound = core::kNoAllocation;
  };

  [[nodiscard]] Kept& of(traces::BlockSlot slot) {
    if (slot.number() >= kept_.size()) {
      kept_.resize(std::size_t{slot.number()} + 1);
    }
    return kept_[slot.number()];
  }

  /// True once anything was ever guarded or bound.
  [[nodiscard]] bool any() const { return !kept_.empty(); }

  /// A freed allocation that is still kept: its number must rest until nobody keeps it.
  void owe(core::AllocationId allocation) { owed_.push_back(allocation); }

  /// True when `allocation` was owed; it no longer is.
  [[nodiscard]] bool settle(core::AllocationId allocation) { return std::erase(owed_, allocation) > 0; }

 private:
  std::vector<Kept> kept_;
  std::vector<core::AllocationId> owed_;
};

}  // namespace arenasim::sim::engine
