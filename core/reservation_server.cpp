#include "core/reservation_server.hpp"

namespace arenasim::core {
namespace {

bool may_succeed_after_reclaim(Refusal refusal) {
  return refusal != Refusal::too_large && refusal != Refusal::page_update_forbidden;
}

bool may_add_pages(RelocationReason reason) {
  return reason == RelocationReason::arena_full || reason == RelocationReason::capture;
}

}  // namespace

ReservationServer::ReservationServer(Storage& storage, CopyQueue& copies, FactLog& facts, MakePools make_pools,
                                     ServerRules rules)
    : device_(storage, copies, facts), space_(device_), make_pools_(std::move(make_pools)), rules_(rules) {}

StreamMemory& ReservationServer::memory_of(StreamId stream) {
  device_.work_for(stream);
  if (last_memory_ == nullptr || last_stream_ != stream) {
    turn_to(stream);
  }
  return *last_memory_;
}

void ReservationServer::turn_to(StreamId stream) {
  auto& memory = memories_[stream];
  if (memory == nullptr) {
    memory = std::make_unique<StreamMemory>(space_, make_pools_(space_), rules_.base);
  }
  last_memory_ = memory.get();
  last_stream_ = stream;
}

PageUpdate ReservationServer::update_for(StreamId stream) const {
  if (recording_.empty()) {
    return PageUpdate::allow;
  }
  return recording_.contains(stream) ? PageUpdate::forbidden : PageUpdate::add_only;
}

[[gnu::flatten]] Result<Placement> ReservationServer::allocate(const Request& request) {
  StreamMemory& memory = memory_of(request.stream);
  const PageUpdate update = update_for(request.stream);
  if (update == PageUpdate::allow) {
    relocate_when_wanted(memory);
  }
  const auto slice = reserve(memory, request.size, update);
  if (!slice) {
    return failed(request, slice.error());
  }
  space_.give(*slice, request.id);
  const Placement placement{space_.page(space_.slice(*slice).page()).pool->index(), space_.place(*slice)};
  if (device_.keeps_facts()) {
    device_.tell({.kind = FactKind::placed,
                  .pool = placement.pool,
                  .allocation = request.id,
                  .page = placement.place.page,
                  .offset = placement.place.offset,
                  .bytes = request.size,
                  .extra = space_.padding(space_.slice(*slice))});
  }
  return placement;
}

tl::unexpected<Refusal> ReservationServer::failed(const Request& request, Refusal why) {
  device_.tell({.kind = FactKind::failed,
                .reason = static_cast<std::uint8_t>(why),
                .allocation = request.id,
                .bytes = request.size});
  return tl::make_unexpected(why);
}

Reserved ReservationServer::reserve(StreamMemory& memory, Bytes size, PageUpdate update) {
  const auto first = memory.reserve(size, update);
  if (first || update != PageUpdate::allow || !may_succeed_after_reclaim(first.error())) {
    return first;
  }
  return reserve_again(memory, size, first.error());
}

Reserved ReservationServer::reserve_again(StreamMemory& memory, Bytes size, Refusal refusal) {
  device_.tell({.kind = FactKind::retried, .reason = static_cast<std::uint8_t>(refusal), .bytes = size});
  if (refusal == Refusal::page_sizes_exhausted) {
    relocate_memory(memory, RelocationReason::arena_full);
  } else {
    reclaim(memory);
  }
  return memory.reserve(size, PageUpdate::allow);
}

[[gnu::flatten]] void ReservationServer::complete_free(AllocationId id, StreamId /*stream*/) {
  const SliceSlot slot = space_.where(id);
  if (slot == kNoSlot) {
    return;
  }
  const Slice& slice = space_.slice(slot);
  if (slice.bound() || slice.guarded() || slice.stuck()) {
    device_.tell({.kind = FactKind::let_go, .allocation = id, .bytes = slice.size});
  } else {
    tell_freed(slot, id);
  }
  space_.set_where(id, kNoSlot);
  space_.take_back(slot);
}

void ReservationServer::tell_freed(SliceSlot slot, AllocationId owner) {
  if (device_.keeps_facts()) {
    const Slice& slice = space_.slice(slot);
    device_.tell({.kind = FactKind::freed,
                  .pool = space_.page(slice.page()).pool->index(),
                  .flag = owner == kNoAllocation,
                  .allocation = owner,
                  .page = space_.page(slice.page()).id,
                  .offset = slice.offset,
                  .bytes = slice.size,
                  .extra = space_.padding(slice)});
  }
}

void ReservationServer::cleanup(StreamId stream) {
  device_.work_for(stream);
  if (recording()) {
    device_.tell({.kind = FactKind::cleanup_refused});
    return;
  }
  reclaim(memory_of(stream));
}

void ReservationServer::reclaim(StreamMemory& memory) {
  if (memory.has_outdated()) {
    relocate_memory(memory, RelocationReason::explicit_);
  }
  memory.cleanup(Cleanup::explicit_);
}

void ReservationServer::relocate_when_needed(StreamMemory& memory) {
  const auto reason = relocation_need(rules_.trigger, *memory.arena(), device_, memory.shape_seen());
  if (reason) {
    relocate_memory(memory, *reason);
  }
}

void ReservationServer::relocate(StreamId stream) {
  if (!recording() && memory_of(stream).has_outdated()) {
    relocate_memory(memory_of(stream), RelocationReason::explicit_);
  }
}

void ReservationServer::prepare(StreamId stream) {
  static_cast<void>(memory_of(stream));
  if (recording()) {
    return;
  }
  for (const auto& [each, memory] : memories_) {
    device_.work_for(each);
    if (memory->has_outdated()) {
      relocate_memory(*memory, RelocationReason::capture);
    }
  }
}

void ReservationServer::relocate_memory(StreamMemory& memory, RelocationReason reason) {
  device_.tell({.kind = FactKind::relocation_asked, .reason = static_cast<std::uint8_t>(reason)});
  Moved done;
  const RelocationOutcome outcome = move_off(memory, reason, done);
  device_.tell({.kind = FactKind::relocation_ended,
                .reason = static_cast<std::uint8_t>(outcome),
                .offset = Bytes{done.moves_count},
                .other_offset = Bytes{done.pages_freed_count},
                .bytes = done.moved,
                .extra = done.freed});
  if (outcome == RelocationOutcome::moved) {
    memory.forget_shape();
  } else {
    memory.remember_shape();
  }
}

RelocationOutcome ReservationServer::move_off(StreamMemory& memory, RelocationReason reason, Moved& done) {
  Arena& arena = *memory.arena();
  auto relocation = Relocation::plan(space_, arena, may_add_pages(reason), rules_.relocation);
  if (relocation.empty()) {
    return RelocationOutcome::nothing;
  }
  auto landed = std::move(relocation).copy(space_);
  if (!landed) {
    return RelocationOutcome::abandoned;
  }
  done = std::move(*landed).commit(space_, arena);
  return RelocationOutcome::moved;
}

void ReservationServer::mode(StreamId stream, AllocationMode mode) {
  memory_of(stream).mode(mode);
}

void ReservationServer::guard(AllocationId id) {
  const SliceSlot slot = space_.where(id);
  if (slot == kNoSlot || guards_.contains(id)) {
    return;
  }
  const PageSlot page = space_.slice(slot).page();
  guards_.emplace(id, page);
  space_.page(page).pool->guard(slot);
}

void ReservationServer::unguard(AllocationId id) {
  const auto found = guards_.find(id);
  if (found == guards_.end()) {
    return;
  }
  const PageSlot page = found->second;
  guards_.erase(found);
  Slice& first = space_.slice(space_.page(page).first);
  if (first.guarded() && first.owner() == kNoAllocation && !first.bound() && !first.stuck()) {
    tell_freed(space_.page(page).first, kNoAllocation);
  }
  space_.page(page).pool->unguard(page);
}

void ReservationServer::bind(AllocationId id) {
  const SliceSlot slot = space_.where(id);
  if (slot != kNoSlot && bindings_.emplace(id, slot).second) {
    space_.slice(slot).bind(true);
  }
}

void ReservationServer::unbind(AllocationId id) {
  const auto found = bindings_.find(id);
  if (found == bindings_.end()) {
    return;
  }
  const SliceSlot slot = found->second;
  bindings_.erase(found);
  space_.slice(slot).bind(false);
  if (space_.slice(slot).free()) {
    tell_freed(slot, kNoAllocation);
  }
  space_.settle(slot);
}

bool ReservationServer::released(AllocationId id) const {
  return !guards_.contains(id) && !bindings_.contains(id);
}

}  // namespace arenasim::core
