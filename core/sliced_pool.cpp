#include "core/sliced_pool.hpp"

#include <algorithm>

namespace arenasim::core {

SlicedPool::SlicedPool(Space& space, std::uint8_t index, Bytes page_size, Bytes max_slice, Carving carving)
    : MemoryPool(space, index),
      page_size_(page_size),
      max_slice_(max_slice),
      carving_(carving),
      index_(space.slices()) {}

Bytes SlicedPool::usable(const Slice& slice) const {
  return carving_.reuse_padding ? slice.effective() : slice.size;
}

Address SlicedPool::address_of(SliceSlot slot) const {
  const Slice& slice = space().slice(slot);
  return {space().page(slice.page).id, slice.offset};
}

SliceSlot SlicedPool::reserve_in_room(Bytes size) {
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
  carve(found, size, padding);
  return found;
}

SliceSlot SlicedPool::best_on_page(SliceSlot first, Bytes needed) const {
  const PageSlot page = space().slice(first).page;
  SliceSlot best = first;
  for (SliceSlot each = first; each != kNoSlot && space().slice(each).page == page; each = index_.after(each)) {
    const Bytes offered = usable(space().slice(each));
    if (offered >= needed && offered < usable(space().slice(best))) {
      best = each;
    }
  }
  return best;
}

SliceSlot SlicedPool::next_on_page(SliceSlot first, Bytes needed) const {
  const Page& page = space().page(space().slice(first).page);
  const SliceSlot found = index_.first_fit_from({page.id, page.mark}, needed);
  const bool same_page = found != kNoSlot && space().slice(found).page == space().slice(first).page;
  return same_page ? found : first;
}

Result<SliceSlot> SlicedPool::add_page(Bytes size) {
  const auto page = space().map(page_size_, *this);
  if (!page) {
    return tl::make_unexpected(page.error());
  }
  append(*page);
  const SliceSlot whole = space().page(*page).first;
  index_.insert(whole, address_of(whole), page_size_);
  carve(whole, size, space().device().alignment().padding(size));
  return whole;
}

void SlicedPool::carve(SliceSlot slot, Bytes size, Bytes padding) {
  Slice& slice = space().slice(slot);
  const Bytes needed = size + padding;
  const Bytes rest = usable(slice) - needed;
  const Bytes lost = slice.effective() - usable(slice);
  space().tell_range(FactKind::range_vanished, slice.page, slice.offset, slice.effective());
  if (lost != Bytes{}) {
    space().page(slice.page).lost += lost;
    space().tell_lost(slice.page);
  }
  if (rest == Bytes{}) {
    index_.erase(slot);
  } else {
    const SliceSlot behind = space().add_behind(slot, slice.offset + needed, rest);
    index_.replace(slot, behind, address_of(behind), rest);
    space().tell_range(FactKind::range_appeared, slice.page, slice.offset + needed, rest);
  }
  space().page(slice.page).mark = slice.offset + needed;
  hold(slot, size, padding);
}

void SlicedPool::became_free(SliceSlot slot) {
  const PageSlot page = space().slice(slot).page;
  const SliceSlot whole = merged(slot);
  space().tell_range(FactKind::range_appeared, page, space().slice(whole).offset, space().slice(whole).effective());
  if (space().page(page).empty()) {
    note_empty(page);
  }
}

/// Joins a slice that has become free with its free neighbours, in the page and in the index.
SliceSlot SlicedPool::merged(SliceSlot slot) {
  const Slice& slice = space().slice(slot);
  const bool indexed = space().page(slice.page).guards == 0;
  const SliceSlot before = free_or_none(slice.previous);
  const SliceSlot behind = free_or_none(slice.next);
  const SliceSlot whole = before == kNoSlot ? slot : before;
  tell_vanished(before);
  tell_vanished(behind);
  if (indexed && before != kNoSlot && behind != kNoSlot) {
    index_.erase(behind);
  } else if (indexed && behind != kNoSlot) {
    index_.replace(behind, slot, address_of(slot), slice.effective() + space().slice(behind).effective());
  }
  if (behind != kNoSlot) {
    absorb_next(slot);
  }
  if (before != kNoSlot) {
    absorb_next(before);
  }
  if (indexed && before != kNoSlot) {
    index_.change(whole, address_of(whole), usable(space().slice(whole)));
  } else if (indexed && behind == kNoSlot) {
    index_.insert(whole, address_of(whole), usable(space().slice(whole)));
  }
  return whole;
}

SliceSlot SlicedPool::free_or_none(SliceSlot slot) const {
  return slot != kNoSlot && space().slice(slot).free() ? slot : kNoSlot;
}

void SlicedPool::tell_vanished(SliceSlot slot) {
  if (slot != kNoSlot) {
    const Slice& slice = space().slice(slot);
    space().tell_range(FactKind::range_vanished, slice.page, slice.offset, slice.effective());
  }
}

void SlicedPool::absorb_next(SliceSlot slot) {
  Slice& slice = space().slice(slot);
  slice.size = slice.effective() + space().slice(slice.next).effective();
  slice.padding = Bytes{};
  space().remove_behind(slot);
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

void SlicedPool::drain() {
  if (emptied_.empty()) {
    return;
  }
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
  Page& page = space().page(space().slice(slot).page);
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
    indexed += slice.leaf != kNoSlot ? 1U : 0U;
    held += slice.free() ? 0U : 1U;
    sum += slice.effective();
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
  const Bytes start = before == nullptr ? Bytes{} : before->offset + before->effective();
  if (slice.offset < start || slice.offset + slice.effective() > page.size) {
    return "a slice reaches into another or past its page";
  }
  if (space().device().alignment().padding(slice.offset) != Bytes{}) {
    return "a slice does not start at a multiple of the alignment";
  }
  if (before != nullptr && before->free() && slice.free()) {
    return "two free neighbours are not merged";
  }
  const bool offered = slice.free() && page.guards == 0;
  return offered == (slice.leaf != kNoSlot) ? nullptr : "the index and the page differ on what is free";
}

}  // namespace arenasim::core
