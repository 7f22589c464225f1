// How the simulation lets go: at once, when the trace says, or when the free lag says (spec/timing.md, Frees that come
// later).
#include "sim/engine/simulation.hpp"

namespace arenasim::sim::engine {

void Simulation::free(const Command& command) {
  Block* const block = blocks_.find(command.slot);
  if (block == nullptr || !block->holds()) {
    absent(command);
  } else if (lagged_frees_ && !block->is_pending()) {
    queue_work(command);
    request(command, *block);
    *block = Block{};  // its slot may be used again before it is done
    return;
  } else {
    finish_free(command, *block);
  }
  queue_work(command);
}

void Simulation::free_requested(const Command& command) {
  Block* const block = blocks_.find(command.slot);
  if (block == nullptr || !block->holds()) {
    absent(command);
  } else if (block->is_pending()) {
    draft(command);
    tell();  // asked for twice
  } else {
    request(command, *block);
  }
  queue_work(command);
}

void Simulation::free_completed(const Command& command) {
  Block* const block = blocks_.find(command.slot);
  if (block != nullptr && block->is_passed()) {
    *block = Block{};
    begin();
    Moment& moment = draft(command);
    moment.counted = true;
    moment.step = FreeStep::passed;
    tell();
  } else if (block == nullptr || !block->holds()) {
    absent(command);
  } else {
    finish_free(command, *block);
  }
  queue_work(command);
}

void Simulation::request(const Command& command, Block& block) {
  begin();
  const core::AllocationId allocation = block.allocation();
  const bool recorded = command.kind == CommandKind::free_requested;
  const PendingId pending = pending_.add({.command = command,
                                          .event = event_,
                                          .trace_time = trace_time_,
                                          .allocation = allocation,
                                          .delay = clock_.delay(),
                                          .recorded = recorded,
                                          .open = recorded && looks_ahead_});
  block = Block::awaiting(pending);
  allocator_.request_free(allocation, stream_of(command));
  if (!recorded) {
    const auto* const lag = std::get_if<core::SimDuration>(&settings_.free_lag);
    pending_.schedule(pending,
                      lag != nullptr ? later(clock_.now(), *lag) : clock_.streams().at(stream_of(command)).done);
  } else if (looks_ahead_ && window_.completion_of_front() != kNever) {
    pending_.schedule(pending, later(window_.completion_of_front(), clock_.delay()));
  }
  Moment& moment = draft(command);
  moment.allocation = allocation;
  moment.counted = true;
  moment.step = FreeStep::requested;
  end();
}

/// The free of a held block takes effect, at its own event.
void Simulation::finish_free(const Command& command, Block& block) {
  const Block freed = block;
  const core::AllocationId allocation = allocation_of(freed);
  block = Block{};
  begin();
  if (freed.is_pending()) {
    pending_.remove(freed.pending());
  }
  release(allocation, command);
  if (!batch_.observed()) {
    end();
    return;
  }
  Moment& moment = draft(command);
  moment.allocation = allocation;
  moment.counted = true;
  moment.step = freed.is_pending() ? FreeStep::completed : FreeStep::at_once;
  end();
}

/// A pending free takes effect at `time`, which no event of the trace has.
void Simulation::complete(PendingId pending, core::SimTime time) {
  const PendingFree free = pending_.at(pending);
  pending_.remove(pending);
  if (free.recorded) {
    blocks_.at(free.command.slot) = Block::passed();
  }
  clock_.reach(time);
  begin();
  release(free.allocation, free.command);
  Moment& moment = draft(free.command);
  moment.event = free.event;
  moment.trace_time = free.trace_time;
  moment.allocation = free.allocation;
  moment.kind = free.recorded ? CommandKind::free_completed : CommandKind::free;
  moment.step = FreeStep::completed;
  end();
}

void Simulation::release(core::AllocationId allocation, const Command& command) {
  allocator_.complete_free(allocation, stream_of(command));
  if (keepers_.any() && !allocator_.guards()->released(allocation)) {
    keepers_.owe(allocation);
  } else {
    numbers_.give_back(allocation, command.slot, blocks_);
  }
}

void Simulation::absent(const Command& command) {
  begin();
  Moment& moment = draft(command);
  moment.counted = true;
  moment.absent = true;
  tell();
}

}  // namespace arenasim::sim::engine
