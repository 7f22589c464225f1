#include "core/space.hpp"

#include <new>

#include "core/pool.hpp"

namespace arenasim::core {

Result<PageSlot> Space::map(Bytes size, Pool& pool) {
  if (pages_.count() == kMostPages) {
    throw std::bad_alloc();
  }
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
  whole.begin_on(slot);
  pages_[slot].first = slices_.add(whole);
  tell_range(FactKind::range_appeared, slot, Bytes{}, size);
  return slot;
}

void Space::unmap(PageSlot slot) {
  const Page& page = pages_[slot];
  const bool only = slices_[page.first].next == kNoSlot && page.lost == Bytes{};
  SliceSlot next = kNoSlot;
  for (SliceSlot each = page.first; each != kNoSlot; each = next) {
    next = slices_[each].next;
    tell_range(FactKind::range_vanished, slot, slices_[each].offset, only ? page.size : effective(slices_[each]));
    slices_.remove(each);
  }
  device_->unmap(page.id, page.size, page.pool->index());
  pages_.remove(slot);
}

SliceSlot Space::cut_front(SliceSlot slot, Bytes bytes, Bytes rest) {
  const SliceSlot front = slices_.take();
  Slice& behind = slices_[slot];
  Slice& cut = slices_[front];
  cut.begin_on(behind.page());
  cut.offset = behind.offset;
  cut.size = Bytes{};
  cut.previous = behind.previous;
  cut.next = slot;
  behind.offset += bytes;
  behind.resize(rest, false);
  behind.previous = front;
  (cut.previous == kNoSlot ? pages_[cut.page()].first : slices_[cut.previous].next) = front;
  return front;
}

void Space::take_out(SliceSlot slot) {
  const Slice& gone = slices_[slot];
  (gone.previous == kNoSlot ? pages_[gone.page()].first : slices_[gone.previous].next) = gone.next;
  if (gone.next != kNoSlot) {
    slices_[gone.next].previous = gone.previous;
  }
  slices_.remove(slot);
}

void Space::grow_where(AllocationId id) {
  where_.extend_to(std::size_t{id.number()} + 1, kNoSlot);
}

void Space::expect_free(SliceSlot slot) const {
  pages_[slices_[slot].page()].pool->expect_free(slot);
}

void Space::take_back(SliceSlot slot) {
  slices_[slot].let_go();
  settle(slot);
}

void Space::settle(SliceSlot slot) {
  const Slice& slice = slices_[slot];
  if (slice.free()) {
    Page& page = pages_[slice.page()];
    --page.held_count;
    page.pool->became_free(slot);
  }
}

}  // namespace arenasim::core
