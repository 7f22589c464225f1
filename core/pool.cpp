#include "core/pool.hpp"

#include <algorithm>

namespace arenasim::core {

void Pool::append(PageSlot slot) {
  Page& page = space_->page(slot);
  page.previous = last_;
  page.next = kNoSlot;
  (last_ == kNoSlot ? first_ : space_->page(last_).next) = slot;
  last_ = slot;
  peak_ = std::max(peak_, ++count_);
}

void Pool::release(PageSlot slot) {
  const Page page = space_->page(slot);
  (page.previous == kNoSlot ? first_ : space_->page(page.previous).next) = page.next;
  (page.next == kNoSlot ? last_ : space_->page(page.next).previous) = page.previous;
  --count_;
  space_->unmap(slot);
}

Bytes Pool::reserved_on(const Page& page) const {
  Bytes sum;
  for (SliceSlot each = page.first; each != kNoSlot; each = space_->slice(each).next) {
    sum += space_->effective(space_->slice(each));
  }
  return sum;
}

void Pool::expect_free(SliceSlot /*slice*/) const {}

void Pool::guard(SliceSlot /*slice*/) {}

void Pool::unguard(PageSlot /*page*/) {}

void Pool::complete(PoolDescription& /*description*/) const {}

PoolDescription Pool::describe() const {
  PoolDescription description;
  description.index = index_;
  description.pages_count = count_;
  description.pages_peak_count = peak_;
  description.largest_allocation = largest_served_;
  for (PageSlot slot = first_; slot != kNoSlot; slot = space_->page(slot).next) {
    const Page& page = space_->page(slot);
    description.reserved_bytes += reserved_on(page).count();
    description.lost_bytes += page.lost.count();
    for (SliceSlot each = page.first; each != kNoSlot; each = space_->slice(each).next) {
      const Slice& slice = space_->slice(each);
      if (!slice.free()) {
        ++description.held_count;
        description.held_bytes += slice.size.count();
        description.padding_bytes += space_->padding(slice).count();
      }
    }
  }
  complete(description);
  return description;
}

std::optional<Flaw> Pool::flaw() const {
  std::size_t pages = 0;
  for (PageSlot slot = first_; slot != kNoSlot; slot = space_->page(slot).next) {
    ++pages;
    if (space_->page(slot).pool != this) {
      return Flaw{"a page belongs to another pool than the one that lists it", slot};
    }
  }
  if (pages != count_) {
    return Flaw{"a pool counts " + std::to_string(count_) + " pages and lists " + std::to_string(pages)};
  }
  return std::nullopt;
}

}  // namespace arenasim::core
