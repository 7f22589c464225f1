#include "core/stream_memory.hpp"

namespace arenasim::core {
namespace {

/// Room held, or the refusal of a stream that may ask for nothing else.
Reserved room_or_forbidden(SliceSlot in_room) {
  return in_room != kNoSlot ? Reserved{in_room} : tl::make_unexpected(Refusal::page_update_forbidden);
}

}  // namespace

StreamMemory::StreamMemory(Space& space, std::unique_ptr<GeneralPools> general, BaseMode base)
    : space_(&space), persistent_(space), dedicated_(space), general_(std::move(general)), base_(base) {}

Reserved StreamMemory::reserve(Bytes size, PageUpdate update) {
  if (update == PageUpdate::allow) {
    cleanup(Cleanup::periodic);
  }
  reservations_ += update == PageUpdate::forbidden ? 0U : 1U;
  if (!space_->device().alignment().round_up(size)) {
    return tl::make_unexpected(update == PageUpdate::forbidden ? Refusal::page_update_forbidden : Refusal::too_large);
  }
  return reserve_in_mode(size, update);
}

AllocationMode StreamMemory::mode_now() const {
  if (!windows_.empty()) {
    return windows_.back();
  }
  return base_ == BaseMode::persistent ? AllocationMode::persistent : AllocationMode::auto_;
}

Reserved StreamMemory::reserve_in_mode(Bytes size, PageUpdate update) {
  const AllocationMode mode = mode_now();
  if (mode == AllocationMode::dedicated) {
    return reserve_dedicated(size, update);
  }
  if (mode == AllocationMode::persistent) {
    return reserve_persistent(size, update);
  }
  if (base_ == BaseMode::size_match && persistent_.knows(size)) {
    const auto matched = reserve_persistent(size, update);
    if (matched || update != PageUpdate::forbidden) {
      return matched;
    }
  }
  return reserve_general(size, update);
}

Reserved StreamMemory::reserve_persistent(Bytes size, PageUpdate update) {
  const SliceSlot in_room = persistent_.reserve_in_room(size);
  if (in_room != kNoSlot || update == PageUpdate::forbidden) {
    return room_or_forbidden(in_room);
  }
  return persistent_.add_page(size);
}

Reserved StreamMemory::reserve_dedicated(Bytes size, PageUpdate update) {
  return update == PageUpdate::forbidden ? room_or_forbidden(dedicated_.reserve_in_room(size))
                                         : dedicated_.add_page(size);
}

Reserved StreamMemory::reserve_general(Bytes size, PageUpdate update) {
  return update == PageUpdate::forbidden ? room_or_forbidden(general_->reserve_in_room(size)) : general_->reserve(size);
}

void StreamMemory::mode(AllocationMode mode) {
  if (mode != AllocationMode::auto_) {
    windows_.push_back(mode);
  } else if (!windows_.empty()) {
    windows_.pop_back();
  }
}

void StreamMemory::cleanup(Cleanup cleanup) {
  persistent_.cleanup(cleanup, reservations_);
  dedicated_.cleanup(cleanup, reservations_);
  if (cleanup == Cleanup::explicit_ || general_->needs_periodic_cleanup()) {
    general_->cleanup(cleanup, reservations_);
  }
}

std::vector<GeneralPools::Named> StreamMemory::pools() const {
  auto pools = general_->list();
  pools.push_back({&persistent_, "persistent"});
  pools.push_back({&dedicated_, "dedicated"});
  return pools;
}

}  // namespace arenasim::core
