#include "core/single_slice_pool.hpp"

namespace arenasim::core {

void SingleSlicePool::became_free(SliceSlot slot) {
  const PageSlot page = space().slice(slot).page();
  space().tell_range(FactKind::range_appeared, page, Bytes{}, space().page(page).size);
  page_became_free(page);
}

void SingleSlicePool::page_became_free(PageSlot /*page*/) {}

void SingleSlicePool::guard(SliceSlot slot) {
  space().slice(slot).guard(true);
}

void SingleSlicePool::unguard(PageSlot page) {
  const SliceSlot slot = space().page(page).first;
  space().slice(slot).guard(false);
  space().settle(slot);
}

SliceSlot SingleSlicePool::take(PageSlot page, Bytes size) {
  space().tell_range(FactKind::range_vanished, page, Bytes{}, space().page(page).size);
  hold(slice_of(page), space().page(page), size);
  return space().page(page).first;
}

Result<PageSlot> SingleSlicePool::map(Bytes size) {
  const auto page = space().map(size, *this);
  if (page) {
    append(*page);
  }
  return page;
}

}  // namespace arenasim::core
