#include "core/arena.hpp"

#include <algorithm>

namespace arenasim::core {

Arena::Arena(Space& space, std::uint8_t first_index, const ArenaConstants& constants, Carving carving)
    : space_(&space),
      first_index_(first_index),
      constants_(constants),
      carving_(carving),
      sizing_(space.device().limits(), constants),
      current_(make_pool(0, sizing_.min_page())) {}

std::unique_ptr<SlicedPool> Arena::make_pool(std::uint8_t slot, Bytes page_size) {
  const auto index = static_cast<std::uint8_t>(first_index_ + slot);
  return std::make_unique<SlicedPool>(*space_, index, page_size, page_size, carving_);
}

ArenaShape Arena::shape() const {
  ArenaShape shape;
  shape.current_pages = current_->pages_count();
  shape.outdated_pools = outdated_.size();
  for (const auto& pool : outdated_) {
    shape.outdated_pages += pool->pages_count();
    shape.outdated_guarded_pages += pool->guarded_pages_count();
  }
  return shape;
}

SliceSlot Arena::reserve_in_room(Bytes size) {
  const bool fits = std::holds_alternative<Fits>(sizing_.fit(size, current_->page_size()));
  return fits ? current_->reserve_in_room(size) : kNoSlot;
}

Reserved Arena::reserve(Bytes size) {
  const Fit fit = sizing_.fit(size, current_->page_size());
  if (std::holds_alternative<TooLarge>(fit)) {
    return tl::make_unexpected(Refusal::too_large);
  }
  if (const Grow* growth = std::get_if<Grow>(&fit)) {
    return grow(size, growth->page_size);
  }
  const SliceSlot in_room = current_->reserve_in_room(size);
  return in_room != kNoSlot ? Reserved{in_room} : current_->add_page(size);
}

Reserved Arena::grow(Bytes size, Bytes page_size) {
  if (full()) {
    return tl::make_unexpected(Refusal::page_sizes_exhausted);
  }
  auto grown = make_pool(free_slot(), page_size);
  const auto slice = grown->add_page(size);
  if (!slice) {
    return slice;
  }
  space_->device().tell({.kind = FactKind::grown,
                         .reason = current_->index(),
                         .pool = grown->index(),
                         .offset = current_->page_size(),
                         .bytes = page_size,
                         .extra = size});
  current_->retire();
  outdated_.push_back(std::move(current_));
  current_ = std::move(grown);
  return slice;
}

std::uint8_t Arena::free_slot() const {
  const auto in_use = [this](std::uint8_t slot) {
    const auto index = static_cast<std::uint8_t>(first_index_ + slot);
    return current_->index() == index ||
           std::any_of(outdated_.begin(), outdated_.end(), [&](const auto& pool) { return pool->index() == index; });
  };
  std::uint8_t slot = 0;
  while (in_use(slot)) {
    ++slot;
  }
  return slot;
}

void Arena::cleanup(Cleanup cleanup, std::uint64_t reservations) {
  current_->cleanup(cleanup, reservations);
  if (has_outdated()) {
    drain();
  }
}

void Arena::drain() {
  for (const auto& pool : outdated_) {
    pool->drain();
  }
  if (std::none_of(outdated_.begin(), outdated_.end(), [](const auto& pool) { return pool->pages_count() == 0; })) {
    return;
  }
  outdated_.erase(
      std::remove_if(outdated_.begin(), outdated_.end(), [](const auto& pool) { return pool->pages_count() == 0; }),
      outdated_.end());
}

}  // namespace arenasim::core
