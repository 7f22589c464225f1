// What the pools whose pages hold one allocation each have in common.
#pragma once

#include "core/memory_pool.hpp"

namespace arenasim::core {

/// One slice a page, for all the page's life. While it is free the whole page counts as a free range.
class SingleSlicePool : public MemoryPool {
 public:
  using MemoryPool::MemoryPool;

  void became_free(SliceSlot slice) final;
  void guard(SliceSlot slice) final;
  void unguard(PageSlot page) final;

 protected:
  /// Serves from a free page.
  SliceSlot take(PageSlot page, Bytes size);

  /// A new page, not yet served from. A refusal changes nothing.
  [[nodiscard]] Result<PageSlot> map(Bytes size);

  [[nodiscard]] Slice& slice_of(PageSlot page) { return space().slice(space().page(page).first); }
  [[nodiscard]] const Slice& slice_of(PageSlot page) const { return space().slice(space().page(page).first); }

  /// A page of its has become free.
  virtual void page_became_free(PageSlot page);
};

}  // namespace arenasim::core
