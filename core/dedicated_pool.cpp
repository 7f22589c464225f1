#include "core/dedicated_pool.hpp"

#include <algorithm>

namespace arenasim::core {

SliceSlot DedicatedPool::reserve_in_room(Bytes size) {
  const Bytes padding = space().device().alignment().padding(size);
  const auto found = std::find_if(free_.begin(), free_.end(), [&](const auto& each) {
    return space().effective(slice_of(each.second)) == size + padding;
  });
  if (found == free_.end()) {
    return kNoSlot;
  }
  const PageSlot page = found->second;
  free_.erase(found);
  return take(page, size);
}

/// A page's mark is its index.
Reserved DedicatedPool::add_page(Bytes size) {
  const Bytes padding = space().device().alignment().padding(size);
  const std::uint64_t fresh = pages_count();
  const auto page = map(size + padding);
  if (!page) {
    return tl::make_unexpected(page.error());
  }
  pages_with_bytes_count_ += size + padding > Bytes{} ? 1U : 0U;
  space().page(*page).mark = Bytes{vacant_.empty() ? fresh : vacant_.back()};
  if (!vacant_.empty()) {
    vacant_.pop_back();
  }
  return take(*page, size);
}

void DedicatedPool::page_became_free(PageSlot page) {
  free_.emplace(space().page(page).mark.count(), page);
}

/// The reference goes on only while the pool has bytes reserved: free pages of no bytes can stay behind.
void DedicatedPool::release_free() {
  while (!free_.empty() && pages_with_bytes_count_ > 0) {
    const auto [index, page] = *free_.begin();
    pages_with_bytes_count_ -= space().effective(slice_of(page)) > Bytes{} ? 1U : 0U;
    vacant_.push_back(index);
    release(page);
    free_.erase(free_.begin());
  }
}

}  // namespace arenasim::core
