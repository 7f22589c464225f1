// The pages and slices of one allocator, over its device, and where each allocation sits.
#pragma once

#include <array>

#include "core/device.hpp"
#include "core/growing_row.hpp"
#include "core/refusal.hpp"
#include "core/slab.hpp"
#include "core/slice.hpp"

namespace arenasim::core {

/// Bytes of a page that lie one behind the other.
struct Range {
  Bytes offset;
  Bytes bytes;
};

class Space {
 public:
  /// `device` outlives it.
  explicit Space(Device& device) : device_(&device) {}

  [[nodiscard]] Device& device() { return *device_; }
  [[nodiscard]] const Device& device() const { return *device_; }

  [[nodiscard]] Page& page(PageSlot slot) { return pages_[slot]; }
  [[nodiscard]] const Page& page(PageSlot slot) const { return pages_[slot]; }
  [[nodiscard]] Slice& slice(SliceSlot slot) { return slices_[slot]; }
  [[nodiscard]] const Slice& slice(SliceSlot slot) const { return slices_[slot]; }
  [[nodiscard]] Slab<Slice>& slices() { return slices_; }

  /// A page granted by the device for `pool`, one free slice long. A refusal changes nothing. Throws std::bad_alloc
  /// where there are kMostPages, and nothing has changed.
  [[nodiscard]] Result<PageSlot> map(Bytes size, Pool& pool);

  /// Gives an empty page back.
  void unmap(PageSlot page);

  /// Takes a slice of `bytes` off the front of a free one, which starts behind it from now on and is `rest` long.
  [[nodiscard]] SliceSlot cut_front(SliceSlot slice, Bytes bytes, Bytes rest);

  /// Takes a slice out of its page; its neighbours are neighbours from now on.
  void take_out(SliceSlot slice);

  /// Where an allocation sits; kNoSlot when it is not held.
  [[nodiscard]] SliceSlot where(AllocationId id) const {
    return id.number() < where_.size() ? where_[id.number()] : kNoSlot;
  }
  void set_where(AllocationId id, SliceSlot slice) {
    if (id.number() >= where_.size()) {
      grow_where(id);
    }
    where_[id.number()] = slice;
  }

  /// What sits there will be freed soon. Where it sits, what sits there, who its neighbours are, and where its pool
  /// files them is each known once the one before has come, so each is asked for some calls after it.
  void expect(AllocationId id) {
    Expected& turn = expected_[next_expected_++ % kExpected];
    const Expected before = turn;
    turn.wanted = id;
    turn.found = before.wanted;
    turn.seen = before.found;
    if (id.number() < where_.size()) {
      __builtin_prefetch(&where_[id.number()]);
    }
    fetch(where(turn.found));
    if (const SliceSlot slot = where(turn.seen); slot != kNoSlot) {
      fetch(slices_[slot].previous);
      fetch(slices_[slot].next);
    }
    if (const SliceSlot slot = where(before.seen); slot != kNoSlot) {
      expect_free(slot);
    }
  }

  /// So many slices that not all of them are at hand.
  [[nodiscard]] bool is_large() const { return slices_.count() >= kFewSlices; }

  /// Names the owner of a slice that a pool has just reserved.
  void give(SliceSlot slice, AllocationId owner) {
    slices_[slice].give(owner);
    set_where(owner, slice);
  }

  /// The owner lets go. A slice that is free then is told to its pool.
  void take_back(SliceSlot slice);

  /// To be called after anybody let go of a slice that was held: when it is free now, its page and pool learn of it.
  void settle(SliceSlot slice);

  /// What a slice holds besides its size.
  [[nodiscard]] Bytes padding(const Slice& slice) const {
    return slice.padded() ? pages_[slice.page()].padding.value_or(device_->alignment().padding(slice.size)) : Bytes{};
  }
  /// All that it holds.
  [[nodiscard]] Bytes effective(const Slice& slice) const { return slice.size + padding(slice); }

  [[nodiscard]] Place place(SliceSlot slice) const { return {page(slices_[slice].page()).id, slices_[slice].offset}; }

  // Facts about free ranges, for a log that keeps them. A range of no bytes is none.
  void tell_range(FactKind kind, PageSlot page, Bytes offset, Bytes bytes) {
    if (device_->keeps_ranges() && bytes != Bytes{}) {
      device_->tell({.kind = kind, .page = pages_[page].id, .offset = offset, .bytes = bytes});
    }
  }
  /// What was one range of a page is another one now.
  void tell_change(PageSlot page, Range before, Range now) {
    if (!device_->keeps_ranges()) {
      return;
    }
    if (before.bytes == Bytes{} || now.bytes == Bytes{}) {
      tell_range(FactKind::range_vanished, page, before.offset, before.bytes);
      return tell_range(FactKind::range_appeared, page, now.offset, now.bytes);
    }
    device_->tell({.kind = FactKind::range_changed,
                   .page = pages_[page].id,
                   .offset = now.offset,
                   .other_offset = before.offset,
                   .bytes = now.bytes,
                   .extra = before.bytes});
  }
  void tell_lost(PageSlot page) {
    if (device_->keeps_ranges()) {
      device_->tell({.kind = FactKind::lost_changed, .page = pages_[page].id, .bytes = pages_[page].lost});
    }
  }

 private:
  static constexpr std::size_t kExpected = 4;
  static constexpr std::size_t kFewSlices = 16384;

  /// One each of three calls that lie kExpected apart.
  struct Expected {
    AllocationId wanted = kNoAllocation;
    AllocationId found = kNoAllocation;
    AllocationId seen = kNoAllocation;
  };

  void fetch(SliceSlot slot) const {
    if (slot != kNoSlot) {
      __builtin_prefetch(&slices_[slot]);
    }
  }
  void expect_free(SliceSlot slice) const;
  [[gnu::noinline]] void grow_where(AllocationId id);

  Device* device_;
  Slab<Page> pages_;
  Slab<Slice> slices_;
  GrowingRow<SliceSlot> where_;
  std::array<Expected, kExpected> expected_{};
  std::size_t next_expected_ = 0;
};

}  // namespace arenasim::core
