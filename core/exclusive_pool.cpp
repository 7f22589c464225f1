#include "core/exclusive_pool.hpp"

#include <algorithm>
#include <cmath>

namespace arenasim::core {
namespace {

constexpr double kKept = 0.99;
constexpr double kNew = 0.01;
constexpr std::uint64_t kSeenFreeAtFirst = 4;
constexpr std::uint64_t kSeenFreeTooOften = 5;
constexpr std::uint64_t kChecksPerPeriod = 5;

}  // namespace

ExclusivePool::ExclusivePool(Space& space, std::uint8_t index, Bytes largest_size, std::uint64_t period)
    : SingleSlicePool(space, index),
      largest_size_(largest_size),
      period_(period),
      average_(static_cast<double>(largest_size.count()) / 2) {}

/// A page's mark is how often it was seen free.
SliceSlot ExclusivePool::reserve_in_room(Bytes size) {
  average_ = average_ * kKept + static_cast<double>(size.count()) * kNew;
  PageSlot least_seen = kNoSlot;
  for (PageSlot slot = first_page(); slot != kNoSlot; slot = space().page(slot).next) {
    const Page& page = space().page(slot);
    if (page.empty() && page.size >= size && (least_seen == kNoSlot || page.mark < space().page(least_seen).mark)) {
      least_seen = slot;
    }
  }
  if (least_seen == kNoSlot) {
    return kNoSlot;
  }
  Bytes& seen_free = space().page(least_seen).mark;
  seen_free = Bytes{seen_free.count() - std::min<std::uint64_t>(seen_free.count(), 1)};
  return take(least_seen, size);
}

Reserved ExclusivePool::add_page(Bytes size) {
  const Bytes wished = std::max(Bytes{static_cast<std::uint64_t>(std::floor(average_))}, size);
  const Alignment alignment = space().device().alignment();
  const auto page = map(wished + alignment.padding(wished));
  if (!page) {
    return tl::make_unexpected(page.error());
  }
  space().page(*page).mark = Bytes{kSeenFreeAtFirst};
  return take(*page, size);
}

bool ExclusivePool::due(std::uint64_t reservations) const {
  return period_ != kNever && reservations - last_check_ >= period_ / kChecksPerPeriod;
}

void ExclusivePool::cleanup(Cleanup cleanup, std::uint64_t reservations) {
  const bool asked = cleanup == Cleanup::explicit_;
  if (!asked && !due(reservations)) {
    return;
  }
  last_check_ = reservations;
  PageSlot next = kNoSlot;
  for (PageSlot slot = first_page(); slot != kNoSlot; slot = next) {
    Page& page = space().page(slot);
    next = page.next;
    if (page.empty()) {
      page.mark += Bytes{1};
      if (asked || page.mark >= Bytes{kSeenFreeTooOften}) {
        release(slot);
      }
    }
  }
}

void ExclusivePool::complete(PoolDescription& description) const {
  description.max_slice = largest_size_;
}

}  // namespace arenasim::core
