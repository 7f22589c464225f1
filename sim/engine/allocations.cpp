// How the simulation reserves: events of the trace, what was there before it, and what its recording could not get.
#include "sim/engine/simulation.hpp"

namespace arenasim::sim::engine {

core::AllocationId Simulation::allocate(const Command& command, Block& block) {
  const core::AllocationId allocation = numbers_.take(block);
  const core::StreamId stream = stream_of(command);
  met_memory(stream);
  begin();
  const auto placement = allocator_.allocate({.id = allocation, .size = command.size, .stream = stream});
  if (placement) {
    block = Block::holding(allocation);
  } else {
    block = Block{};
    numbers_.give_back(allocation, command.slot, blocks_);
  }
  return allocation;
}

bool Simulation::alloc(const Command& command) {
  for (;;) {
    if (!waiting_) {
      if (try_alloc(command)) {
        break;
      }
      waiting_ = true;
    }
    if (!earliest_pending_is_known()) {
      return false;
    }
    waiting_ = false;
    const auto due = pending_.next_of_all();
    if (!due) {  // none of the pending frees ever completes
      holds_costs_ = false;
      batch_.draft() = tried_;
      tell();
      break;
    }
    wait_for(*due);
  }
  queue_work(command);
  return true;
}

/// False when it was not served and may be served once a pending free is done; then it is told to nobody yet.
bool Simulation::try_alloc(const Command& command) {
  Block& block = blocks_.at(command.slot);
  if (block.holds()) {
    flush();
    throw LiveBlock(event_, command.id);
  }
  const core::AllocationId allocation = allocate(command, block);
  if (settings_.on_full == OnFull::wait && !block.holds() && !pending_.empty()) {
    if (clock_.charges()) {
      clock_.charge(batch_.facts_from(first_fact_));
    }
    tried_ = draft(command);
    tried_.allocation = allocation;
    tried_.counted = true;
    holds_costs_ = true;
    return false;
  }
  holds_costs_ = false;
  if (!batch_.observed()) {
    end();
    return true;
  }
  Moment& moment = draft(command);
  moment.allocation = allocation;
  moment.counted = true;
  end();
  return true;
}

void Simulation::wait_for(const DueFree& due) {
  Moment& moment = batch_.draft() = tried_;
  moment.counted = false;
  moment.comes_again = true;
  tell();
  clock_.wait_for_completion(due.time);
  complete(due.pending, clock_.now());
}

void Simulation::preexisting(const Command& command) {
  Moment& moment = draft(command);
  moment.allocation = allocate(command, blocks_.at(command.slot));
  tell();
}

void Simulation::probe(const Command& command) {
  Block block;
  Moment& moment = draft(command);
  moment.allocation = allocate(command, block);
  if (block.holds()) {
    release(block.allocation(), command);
  }
  tell();
}

}  // namespace arenasim::sim::engine
