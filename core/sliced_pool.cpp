#include "core/sliced_pool.hpp"

#include <algorithm>

namespace arenasim::core {

SlicedPool::SlicedPool(Space& space, std::uint8_t index, Bytes page_size, Bytes max_slice, Carving carving)
    : MemoryPool(space, index),
      page_size_(page_size),
      max_slice_(max_slice),
      carving_(carving),
      index_(space.slices()) {}

/// As `Space::effective`; pages of this kind say nothing of padding.
Bytes SlicedPool::effective(const Slice& slice) const {
  return slice.size + (slice.padded() ? space().device().alignment().padding(slice.size) : Bytes{});
}

Bytes SlicedPool::usable(const Slice& slice) const {
  return carving_.reuse_padding ? effective(slice) : slice.size;
}

Address SlicedPool::address_of(SliceSlot slot) const {
  const Slice& slice = space().slice(slot);
  return {space().page(slice.page()).id, slice.offset};
}

[[gnu::flatten]] SliceSlot SlicedPool::reserve_in_room(Bytes size) {
  const Bytes padding = space().device().alignment().padding(size);
  const Bytes needed = size + padding;
  SliceSlot found = index_.first_fit(needed);
  if (found == kNoSlot) {
    return kNoSlot;
  }
  if (carving_.fit == SliceFit::best) {
    found = best_on_page(found, needed);
  } else if (carving_.fit == SliceFit::next) {
    found = next_on_page(found, needed);
  }
  return carve(found, size, padding);
}

SliceSlot SlicedPool::best_on_page(SliceSlot first, Bytes needed) const {
  const PageSlot page = space().slice(first).page();
  SliceSlot best = first;
  for (SliceSlot each = first; each != kNoSlot && space().slice(each).page() == page; each = index_.after(each)) {
    const Bytes offered = usable(space().slice(each));
    if (offered >= needed && offered < usable(space().slice(best))) {
      best = each;
    }
  }
  return best;
}

SliceSlot SlicedPool::next_on_page(SliceSlot first, Bytes needed) const {
  const Page& page = space().page(space().slice(first).page());
  const SliceSlot found = index_.first_fit_from({page.id, page.mark}, needed);
  const bool same_page = found != kNoSlot && space().slice(found).page() == space().slice(first).page();
  return same_page ? found : first;
}

Reserved SlicedPool::add_page(Bytes size) {
  const auto page = space().map(page_size_, *this);
  if (!page) {
    return tl::make_unexpected(page.error());
  }
  append(*page);
  const SliceSlot whole = space().page(*page).first;
  index_.insert(whole, address_of(whole), page_size_);
  return carve(whole, size, space().device().alignment().padding(size));
}

/// Takes a request off the front of a free slice. What is left keeps its place in the index.
SliceSlot SlicedPool::carve(SliceSlot slot, Bytes size, Bytes padding) {
  Slice& found = space().slice(slot);
  Page& page = space().page(found.page());
  const Bytes needed = size + padding;
  const Bytes rest = usable(found) - needed;
  const Bytes lost = effective(found) - usable(found);
  if (lost != Bytes{}) {
    page.lost += lost;
    space().tell_lost(found.page());
  }
  page.mark = found.offset + needed;
  if (rest == Bytes{}) {
    space().tell_range(FactKind::range_vanished, found.page(), found.offset, effective(found));
    index_.erase(slot);
    hold(found, page, size);
    return slot;
  }
  const Bytes behind = found.offset + needed;
  space().tell_change(found.page(), {found.offset, effective(found)}, {behind, rest});
  const SliceSlot front = space().cut_front(slot, needed, rest);  // may move slices
  index_.change(slot, {page.id, behind}, rest);
  hold(space().slice(front), page, size);
  return front;
}

[[gnu::flatten]] void SlicedPool::became_free(SliceSlot slot) {
  const PageSlot at = space().slice(slot).page();
  const Page& page = space().page(at);
  merge(slot, page.guards == 0);
  if (page.empty()) {
    note_empty(at);
  }
}

[[gnu::flatten]] void SlicedPool::expect_free(SliceSlot slot) const {
  const Slice& slice = space().slice(slot);
  const SliceSlot before = free_or_none(slice.previous);
  const SliceSlot neighbour = before != kNoSlot ? before : free_or_none(slice.next);
  if (neighbour == kNoSlot) {
    index_.expect_insert(address_of(slot));
  } else {
    index_.expect_change(neighbour);
  }
}

/// Joins a slice that has become free with its free neighbours, in the page and in the index, where one of them keeps
/// its place.
void SlicedPool::merge(SliceSlot slot, bool indexed) {
  const Slice& slice = space().slice(slot);
  const SliceSlot before = free_or_none(slice.previous);
  const SliceSlot behind = free_or_none(slice.next);
  if (before == kNoSlot && behind == kNoSlot) {
    space().tell_range(FactKind::range_appeared, slice.page(), slice.offset, effective(slice));
    if (indexed) {
      index_.insert(slot, address_of(slot), usable(slice));
    }
    return;
  }
  const SliceSlot heir = before != kNoSlot ? before : behind;
  Slice& whole = space().slice(heir);
  const Range free_before{whole.offset, effective(whole)};
  whole.offset = before != kNoSlot ? whole.offset : slice.offset;
  whole.resize(free_before.bytes + effective(slice), false);
  space().take_out(slot);
  if (before != kNoSlot && behind != kNoSlot) {
    const Slice& last = space().slice(behind);
    space().tell_range(FactKind::range_vanished, last.page(), last.offset, effective(last));
    whole.size += effective(last);
    if (indexed) {
      index_.erase(behind);
    }
    space().take_out(behind);
  }
  space().tell_change(whole.page(), free_before, {whole.offset, whole.size});
  if (indexed) {
    index_.change(heir, address_of(heir), whole.size);
  }
}

SliceSlot SlicedPool::free_or_none(SliceSlot slot) const {
  return slot != kNoSlot && space().slice(slot).free() ? slot : kNoSlot;
}

void SlicedPool::cleanup(Cleanup cleanup, std::uint64_t /*reservations*/) {
  if (cleanup == Cleanup::explicit_) {
    release_empty();
  }
}

void SlicedPool::release_empty() {
  PageSlot next = kNoSlot;
  for (PageSlot slot = first_page(); slot != kNoSlot; slot = next) {
    const Page& page = space().page(slot);
    next = page.next;
    if (page.empty() && page.guards == 0) {
      index_.erase(page.first);
      release(slot);
    }
  }
  emptied_.clear();
}

void SlicedPool::retire() {
  retired_ = true;
  for (PageSlot slot = first_page(); slot != kNoSlot; slot = space().page(slot).next) {
    if (space().page(slot).empty()) {
      note_empty(slot);
    }
  }
}

void SlicedPool::note_empty(PageSlot page) {
  if (retired_ && space().page(page).guards == 0) {
    emptied_.push_back(page);
  }
}

void SlicedPool::release_emptied() {
  std::sort(emptied_.begin(), emptied_.end(),
            [this](PageSlot left, PageSlot right) { return space().page(left).id < space().page(right).id; });
  emptied_.erase(std::unique(emptied_.begin(), emptied_.end()), emptied_.end());
  for (const PageSlot slot : emptied_) {
    if (space().page(slot).guards == 0) {
      index_.erase(space().page(slot).first);
      release(slot);
    }
  }
  emptied_.clear();
}

void SlicedPool::guard(SliceSlot slot) {
  Page& page = space().page(space().slice(slot).page());
  if (page.guards++ > 0) {
    return;
  }
  ++guarded_;
  for (SliceSlot each = page.first; each != kNoSlot; each = space().slice(each).next) {
    if (space().slice(each).free()) {
      index_.erase(each);
    }
  }
}

void SlicedPool::unguard(PageSlot slot) {
  Page& page = space().page(slot);
  if (--page.guards > 0) {
    return;
  }
  --guarded_;
  for (SliceSlot each = page.first; each != kNoSlot; each = space().slice(each).next) {
    if (space().slice(each).free()) {
      index_.insert(each, address_of(each), usable(space().slice(each)));
    }
  }
  if (page.empty()) {
    note_empty(slot);
  }
}

void SlicedPool::complete(PoolDescription& description) const {
  description.page_size = page_size_;
  description.max_slice = max_slice_;
}

std::optional<Flaw> SlicedPool::flaw() const {
  std::size_t indexed = 0;
  for (PageSlot slot = first_page(); slot != kNoSlot; slot = space().page(slot).next) {
    if (auto wrong = flaw_of(slot, indexed)) {
      return wrong;
    }
  }
  if (const char* wrong = index_.flaw(); wrong != nullptr) {
    return Flaw{wrong};
  }
  if (indexed != index_.size()) {
    return Flaw{"the index holds " + std::to_string(index_.size()) + " slices of " + std::to_string(indexed)};
  }
  return Pool::flaw();
}

std::optional<Flaw> SlicedPool::flaw_of(PageSlot slot, std::size_t& indexed) const {
  const Page& page = space().page(slot);
  Bytes sum = page.lost;
  std::uint32_t held = 0;
  const Slice* before = nullptr;
  for (SliceSlot each = page.first; each != kNoSlot; each = space().slice(each).next) {
    const Slice& slice = space().slice(each);
    if (const char* wrong = flaw_of_slice(page, slice, before); wrong != nullptr) {
      return Flaw{wrong, slot};
    }
    indexed += slice.leaf() != kNoSlot ? 1U : 0U;
    held += slice.free() ? 0U : 1U;
    sum += effective(slice);
    before = &slice;
  }
  if (sum != page.size) {
    return Flaw{"slices and lost bytes are " + std::to_string(sum.count()) + " of " + std::to_string(page.size.count()),
                slot};
  }
  if (held != page.held_count) {
    return Flaw{"a page counts " + std::to_string(page.held_count) + " slices held of " + std::to_string(held), slot};
  }
  return std::nullopt;
}

const char* SlicedPool::flaw_of_slice(const Page& page, const Slice& slice, const Slice* before) const {
  const Bytes start = before == nullptr ? Bytes{} : before->offset + effective(*before);
  if (slice.offset < start || slice.offset + effective(slice) > page.size) {
    return "a slice reaches into another or past its page";
  }
  if (space().device().alignment().padding(slice.offset) != Bytes{}) {
    return "a slice does not start at a multiple of the alignment";
  }
  if (before != nullptr && before->free() && slice.free()) {
    return "two free neighbours are not merged";
  }
  const bool offered = slice.free() && page.guards == 0;
  return offered == (slice.leaf() != kNoSlot) ? nullptr : "the index and the page differ on what is free";
}

}  // namespace arenasim::core
