// Pages and the slices they are cut into (spec/arena.md, Words).
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/refusal.hpp"
#include "core/slab.hpp"
#include "core/units.hpp"

namespace arenasim::core {

class Pool;

/// A slot of the slice table.
using SliceSlot = std::uint32_t;
/// A slot of the page table.
using PageSlot = std::uint32_t;

/// A slice that was reserved, or why none was: `Result<SliceSlot>` in one word. That type is put together in memory
/// from parts of two widths, and read again as a whole before they have landed, at each of the calls a reservation
/// returns from.
class Reserved {
 public:
  constexpr Reserved(SliceSlot slot) : word_(slot) {}     // NOLINT(google-explicit-constructor): as that type does
  constexpr Reserved(const tl::unexpected<Refusal>& why)  // NOLINT(google-explicit-constructor): as that type does
      : word_(kRefused + static_cast<std::uint64_t>(why.value())) {}

  [[nodiscard]] constexpr explicit operator bool() const { return word_ < kRefused; }
  [[nodiscard]] constexpr SliceSlot operator*() const { return static_cast<SliceSlot>(word_); }
  [[nodiscard]] constexpr SliceSlot value_or(SliceSlot other) const { return *this ? **this : other; }
  /// Only of what was refused.
  [[nodiscard]] constexpr Refusal error() const { return static_cast<Refusal>(word_ - kRefused); }

 private:
  static constexpr std::uint64_t kRefused = std::uint64_t{1} << 32U;

  std::uint64_t word_;
};

/// The owner of a slice that a relocation has reserved and not yet named.
inline constexpr AllocationId kPlannedOwner{kNoAllocation.number() - 1};

/// A contiguous part of a page. `size` is what was asked for; of a free slice, what it offers.
struct Slice {
  Bytes offset;
  Bytes size;
  Bytes padding;  ///< what is held besides: alignment, or a rest that is not split off
  PageSlot page = kNoSlot;
  SliceSlot previous = kNoSlot;
  SliceSlot next = kNoSlot;
  AllocationId owner = kNoAllocation;
  std::uint32_t leaf = kNoSlot;  ///< where the free index keeps it
  bool bound = false;            ///< someone keeps its address
  bool guarded = false;          ///< off sliced pages: must stay as it is
  bool stuck = false;            ///< a wait failed: nobody knows whether the device is done with it

  [[nodiscard]] bool free() const { return owner == kNoAllocation && !bound && !guarded && !stuck; }
  [[nodiscard]] Bytes effective() const { return size + padding; }
};

/// One device allocation, cut into a chain of slices in address order.
struct Page {
  PageId id;
  Bytes size;
  Pool* pool = nullptr;
  SliceSlot first = kNoSlot;
  PageSlot previous = kNoSlot;  ///< in its pool, in the order added
  PageSlot next = kNoSlot;
  std::uint32_t held_count = 0;  ///< slices that are not free
  std::uint32_t guards = 0;      ///< of a sliced page
  Bytes lost;                    ///< bytes no slice describes
  Bytes mark;  ///< what its kind of pool notes on a page: where next fit goes on, times seen free, filed size

  [[nodiscard]] bool empty() const { return held_count == 0; }
};

}  // namespace arenasim::core
