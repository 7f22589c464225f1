#include "core/space.hpp"

#include "core/pool.hpp"

namespace arenasim::core {

Result<PageSlot> Space::map(Bytes size, Pool& pool) {
  const auto id = device_->map(size, pool.index());
  if (!id) {
    return tl::make_unexpected(id.error());
  }
  Page page;
  page.id = *id;
  page.size = size;
  page.pool = &pool;
  const PageSlot slot = pages_.add(page);
  Slice whole;
  whole.size = size;
  whole.page = slot;
  pages_[slot].first = slices_.add(whole);
  tell_range(FactKind::range_appeared, slot, Bytes{}, size);
  return slot;
}

void Space::unmap(PageSlot slot) {
  const Page& page = pages_[slot];
  for (SliceSlot each = page.first; each != kNoSlot; each = slices_[each].next) {
    const bool only = slices_[page.first].next == kNoSlot && page.lost == Bytes{};
    tell_range(FactKind::range_vanished, slot, slices_[each].offset, only ? page.size : slices_[each].effective());
    slices_.remove(each);
  }
  device_->unmap(page.id, page.size, page.pool->index());
  pages_.remove(slot);
}

SliceSlot Space::add_behind(SliceSlot slot, Bytes offset, Bytes size) {
  Slice added;
  added.offset = offset;
  added.size = size;
  added.page = slices_[slot].page;
  added.previous = slot;
  added.next = slices_[slot].next;
  const SliceSlot behind = slices_.add(added);
  slices_[slot].next = behind;
  if (added.next != kNoSlot) {
    slices_[added.next].previous = behind;
  }
  return behind;
}

void Space::remove_behind(SliceSlot slot) {
  const SliceSlot gone = slices_[slot].next;
  slices_[slot].next = slices_[gone].next;
  if (slices_[gone].next != kNoSlot) {
    slices_[slices_[gone].next].previous = slot;
  }
  slices_.remove(gone);
}

void Space::set_where(AllocationId id, SliceSlot slice) {
  if (id.number() >= where_.size()) {
    where_.resize(std::size_t{id.number()} + 1, kNoSlot);
  }
  where_[id.number()] = slice;
}

void Space::give(SliceSlot slice, AllocationId owner) {
  slices_[slice].owner = owner;
  set_where(owner, slice);
}

void Space::take_back(SliceSlot slot) {
  slices_[slot].owner = kNoAllocation;
  settle(slot);
}

void Space::settle(SliceSlot slot) {
  if (slices_[slot].free()) {
    Page& page = pages_[slices_[slot].page];
    --page.held_count;
    page.pool->became_free(slot);
  }
}

void Space::tell_range(FactKind kind, PageSlot page, Bytes offset, Bytes bytes) {
  if (device_->keeps_ranges() && bytes != Bytes{}) {
    device_->tell({.kind = kind, .page = pages_[page].id, .offset = offset, .bytes = bytes});
  }
}

void Space::tell_lost(PageSlot page) {
  if (device_->keeps_ranges()) {
    device_->tell({.kind = FactKind::lost_changed, .page = pages_[page].id, .bytes = pages_[page].lost});
  }
}

}  // namespace arenasim::core
