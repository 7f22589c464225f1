// Pages of one kind and the rule that carves them: what all kinds of pool share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/allocator.hpp"
#include "core/refusal.hpp"
#include "core/space.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// What an audit found: the two sides that differ, and the page to draw.
struct Flaw {
  std::string text;
  PageSlot page = kNoSlot;
};

/// Pages in the order they were added. It remembers the most it ever held and the largest size it ever served.
class Pool {
 public:
  /// `space` outlives it; `index` is what facts call the pool.
  Pool(Space& space, std::uint8_t index) : space_(&space), index_(index) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  virtual ~Pool() = default;

  [[nodiscard]] std::uint8_t index() const { return index_; }
  [[nodiscard]] std::size_t pages_count() const { return count_; }
  [[nodiscard]] PageSlot first_page() const { return first_; }

  /// A slice of its pages is free now; the slice may be merged away. The page has counted it.
  virtual void became_free(SliceSlot slice) = 0;

  /// That will be called for a held slice soon: time to fetch what it will change. Changes nothing.
  virtual void expect_free(SliceSlot slice) const;

  /// A guard more or less on what holds `slice`. Nothing is taken from, merged or released on a guarded page. Pools of
  /// policies without guards are never asked.
  virtual void guard(SliceSlot slice);
  virtual void unguard(PageSlot page);

  /// What it holds, counted anew. `kind` and stream are the caller's affair.
  [[nodiscard]] PoolDescription describe() const;

  /// Nothing when what it keeps track of is what its pages say.
  [[nodiscard]] virtual std::optional<Flaw> flaw() const;

 protected:
  [[nodiscard]] Space& space() { return *space_; }
  [[nodiscard]] const Space& space() const { return *space_; }

  /// What counts as reserved of a page: the effective sizes of its slices.
  [[nodiscard]] virtual Bytes reserved_on(const Page& page) const;
  /// Adds what only its kind knows: page size, largest slice.
  virtual void complete(PoolDescription& description) const;

  void append(PageSlot page);
  void release(PageSlot page);

  /// Marks a free slice of a page as held with this size and its padding, and counts it.
  void hold(Slice& slice, Page& page, Bytes size) {
    slice.resize(size, true);
    slice.give(kPlannedOwner);
    ++page.held_count;
    largest_served_ = largest_served_ < size ? size : largest_served_;
  }

 private:
  Space* space_;
  std::uint8_t index_;
  PageSlot first_ = kNoSlot;
  PageSlot last_ = kNoSlot;
  std::size_t count_ = 0;
  std::size_t peak_ = 0;
  Bytes largest_served_;
};

}  // namespace arenasim::core
