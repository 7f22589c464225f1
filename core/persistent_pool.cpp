#include "core/persistent_pool.hpp"

namespace arenasim::core {

bool PersistentPool::knows(Bytes size) const {
  return files_.contains(effective(size));
}

/// A page's mark is the size it is filed under.
void PersistentPool::file(PageSlot slot, Bytes under) {
  Page& page = space().page(slot);
  page.mark = under;
  File& file = files_[under];
  ++file.count;
  if (page.empty()) {
    file.free.emplace(page.id, slot);
  }
}

SliceSlot PersistentPool::reserve_in_room(Bytes size) {
  const auto found = files_.find(effective(size));
  if (found == files_.end() || found->second.free.empty()) {
    return kNoSlot;
  }
  const auto first = found->second.free.begin();
  const PageSlot page = first->second;
  found->second.free.erase(first);
  return take(page, size);
}

Reserved PersistentPool::add_page(Bytes size) {
  const auto page = map(effective(size));
  if (!page) {
    return tl::make_unexpected(page.error());
  }
  space().page(*page).padding = effective(size) - size;  // and stays that, as in the reference
  const SliceSlot slice = take(*page, size);
  file(*page, effective(size));
  return slice;
}

void PersistentPool::page_became_free(PageSlot slot) {
  const Page& page = space().page(slot);
  files_[page.mark].free.emplace(page.id, slot);
}

void PersistentPool::cleanup(Cleanup cleanup, std::uint64_t /*reservations*/) {
  if (cleanup == Cleanup::periodic) {
    return;
  }
  files_.clear();
  PageSlot next = kNoSlot;
  for (PageSlot slot = first_page(); slot != kNoSlot; slot = next) {
    next = space().page(slot).next;
    if (space().page(slot).empty()) {
      release(slot);
    } else {
      file(slot, space().effective(slice_of(slot)));
    }
  }
}

}  // namespace arenasim::core
