// What a device may still grant: its stated capacity, and below it what is really there to take.
#pragma once

#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::backends {

/// Both bounds are asked before the device itself is: some devices answer a want of memory too late, or by ending the
/// process.
class Room {
 public:
  /// `budget`: the most bytes that pages may really take together, whatever the capacity says.
  Room(core::Limits limits, core::Bytes budget) : limits_(limits), budget_(budget) {}

  [[nodiscard]] const core::Limits& limits() const { return limits_; }
  [[nodiscard]] core::Uint128 allocated() const { return allocated_; }

  [[nodiscard]] bool has(core::Bytes size) const {
    const core::Uint128 after = allocated_ + size.count();
    return after <= budget_.count() && (!limits_.capacity || after <= limits_.capacity->count());
  }
  void take(core::Bytes size) { allocated_ += size.count(); }
  void give_back(core::Bytes size) { allocated_ -= size.count(); }

 private:
  core::Limits limits_;
  core::Bytes budget_;
  core::Uint128 allocated_ = 0;
};

}  // namespace arenasim::backends
