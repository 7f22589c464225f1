// Pages and the slices they are cut into (spec/arena.md, Words).
#pragma once

#include <cstdint>
#include <optional>

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

/// How many pages there may be at once.
inline constexpr PageSlot kMostPages = PageSlot{1} << 27U;

/// A contiguous part of a page. There may be millions: two fill a line.
class Slice {
 public:
  Bytes offset;
  Bytes size;  ///< what was asked for; of a free slice, what it offers
  SliceSlot previous = kNoSlot;
  SliceSlot next = kNoSlot;

  [[nodiscard]] PageSlot page() const { return page_and_state_ & ~kState; }

  /// It becomes a free one of that page, which is below kMostPages, without padding.
  void begin_on(PageSlot page) {
    page_and_state_ = page;
    holder_ = kNoSlot;
  }

  /// Something is held besides its size: alignment, or a rest that is not split off. It follows from the size and the
  /// page, if it was not merged away; `Space::padding` knows it.
  [[nodiscard]] bool padded() const { return is(kPadded); }
  void resize(Bytes new_size, bool padded) {
    size = new_size;
    put(kPadded, padded);
  }

  /// Nobody owns or keeps it.
  [[nodiscard]] bool free() const { return !is(kOwned | kBound | kGuarded | kStuck); }

  [[nodiscard]] AllocationId owner() const { return is(kOwned) ? AllocationId{holder_} : kNoAllocation; }
  void give(AllocationId owner) {
    holder_ = owner.number();
    put(kOwned, true);
  }
  /// Its owner lets go, if there is one.
  void let_go() {
    holder_ = kNoSlot;
    put(kOwned, false);
  }

  /// Where the free index keeps a free slice; kNoSlot where it does not.
  [[nodiscard]] std::uint32_t leaf() const { return is(kOwned) ? kNoSlot : holder_; }
  /// Only of one without an owner.
  void note_leaf(std::uint32_t leaf) { holder_ = leaf; }

  /// Someone keeps its address.
  [[nodiscard]] bool bound() const { return is(kBound); }
  void bind(bool bound) { put(kBound, bound); }

  /// Off sliced pages: it must stay as it is.
  [[nodiscard]] bool guarded() const { return is(kGuarded); }
  void guard(bool guarded) { put(kGuarded, guarded); }

  /// A wait failed: nobody knows whether the device is done with it.
  [[nodiscard]] bool stuck() const { return is(kStuck); }
  void stick(bool stuck) { put(kStuck, stuck); }

 private:
  static constexpr std::uint32_t kOwned = kMostPages << 4U;
  static constexpr std::uint32_t kBound = kMostPages << 3U;
  static constexpr std::uint32_t kGuarded = kMostPages << 2U;
  static constexpr std::uint32_t kStuck = kMostPages << 1U;
  static constexpr std::uint32_t kPadded = kMostPages;
  static constexpr std::uint32_t kState = ~(kMostPages - 1);

  [[nodiscard]] bool is(std::uint32_t any) const { return (page_and_state_ & any) != 0; }
  void put(std::uint32_t bit, bool on) { page_and_state_ = on ? page_and_state_ | bit : page_and_state_ & ~bit; }

  std::uint32_t page_and_state_ = 0;
  std::uint32_t holder_ = kNoSlot;  // the owner's number; where there is none, the leaf
};
static_assert(sizeof(Slice) == 32);

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
  std::optional<Bytes> padding;  ///< of its slice, whatever the size; where there is none, the alignment says it
  Bytes mark;  ///< what its kind of pool notes on a page: where next fit goes on, times seen free, filed size

  [[nodiscard]] bool empty() const { return held_count == 0; }
};

}  // namespace arenasim::core
