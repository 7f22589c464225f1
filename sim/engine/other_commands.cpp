// What is neither an allocation nor a free: cleanups, timers, and what only scenarios say.
#include <fmt/format.h>

#include "backends/faults.hpp"
#include "sim/engine/simulation.hpp"

namespace arenasim::sim::engine {

template <class Capability>
Capability& Simulation::need(Capability* capability, const Command& command, const char* what) {
  if (capability == nullptr) {
    flush();
    throw MissingCapability(fmt::format("`{}` (event {}) needs {}, which the policy {} does not have",
                                        name(command.kind), event_, what, settings_.policy));
  }
  return *capability;
}

void Simulation::perform_scenario_only(const Command& command) {
  begin();
  switch (command.kind) {
    case CommandKind::relocate:
    case CommandKind::prepare:
      relocate(command);
      break;
    case CommandKind::record:
    case CommandKind::seal:
      record(command);
      break;
    case CommandKind::mode:
      need(allocator_.modes(), command, "modes").mode(stream_of(command), command.mode);
      met_memory(stream_of(command));
      break;
    case CommandKind::guard:
    case CommandKind::unguard:
    case CommandKind::bind:
    case CommandKind::unbind:
      keep(command);
      break;
    case CommandKind::refuse_pages:
    case CommandKind::refuse_copies:
    case CommandKind::fail_waits:
      fault(command);
      break;
    case CommandKind::audit:
      audit();
      break;
    default:
      break;
  }
  draft(command);
  end();
  if (command.kind == CommandKind::report || command.kind == CommandKind::audit) {
    flush();
  }
}

void Simulation::relocate(const Command& command) {
  core::Relocates& relocates = need(allocator_.relocates(), command, "relocation");
  if (command.kind == CommandKind::relocate) {
    relocates.relocate(stream_of(command));
  } else {
    relocates.prepare(stream_of(command));
  }
  met_memory(stream_of(command));
}

void Simulation::record(const Command& command) {
  core::Records& records = need(allocator_.records(), command, "recording");
  if (command.kind == CommandKind::record) {
    records.record(stream_of(command));
  } else {
    records.seal(stream_of(command));
  }
}

void Simulation::keep(const Command& command) {
  core::Guards& guards = need(allocator_.guards(), command, "guards and bindings");
  if (command.slot == kNoSlot) {
    return;
  }
  const bool guard = command.kind == CommandKind::guard || command.kind == CommandKind::unguard;
  Keepers::Kept& kept = keepers_.of(command.slot);
  core::AllocationId& mine = guard ? kept.guarded : kept.bound;
  if (command.kind == CommandKind::unguard || command.kind == CommandKind::unbind) {
    unkeep(command, mine, guard, guards);
    return;
  }
  const Block* const block = blocks_.find(command.slot);
  if (block == nullptr || !block->holds() || mine != core::kNoAllocation) {
    return;
  }
  mine = allocation_of(*block);
  if (guard) {
    guards.guard(mine);
  } else {
    guards.bind(mine);
  }
}

void Simulation::unkeep(const Command& command, core::AllocationId& kept, bool guard, core::Guards& guards) {
  if (kept == core::kNoAllocation) {
    return;
  }
  const core::AllocationId allocation = kept;
  kept = core::kNoAllocation;
  if (guard) {
    guards.unguard(allocation);
  } else {
    guards.unbind(allocation);
  }
  if (guards.released(allocation) && keepers_.settle(allocation)) {
    numbers_.give_back(allocation, command.slot, blocks_);
  }
}

void Simulation::cleanup(const Command& command) {
  if (command.every_stream) {
    cleanup_of_all(draft(command));
    return;
  }
  begin();
  met_memory(stream_of(command));
  allocator_.cleanup(stream_of(command));
  draft(command);
  end();
}

/// Every stream that has a memory, in order; `moment` is each one's but for its stream.
void Simulation::cleanup_of_all(Moment moment) {
  for (std::size_t i = 0; i < clock_.streams().entries().size(); ++i) {
    const StreamEntry entry = clock_.streams().entries()[i];
    if (entry.has_memory) {
      begin();
      allocator_.cleanup(entry.stream);
      moment.stream = entry.stream;
      batch_.draft() = moment;
      end();
    }
  }
}

void Simulation::fire(const Timer& timer) {
  const Moment moment{.event = event_, .trace_time = timer.next, .kind = timer.kind};
  clock_.reach(timer.next);
  timers_.wind_next();
  if (moment.kind == CommandKind::cleanup) {
    cleanup_of_all(moment);
    return;
  }
  begin();
  batch_.draft() = moment;
  tell();
  flush();
}

void Simulation::fault(const Command& command) {
  backends::Faults& faults = need(faults_, command, "faults on demand");
  if (command.kind == CommandKind::refuse_pages) {
    faults.refuse_pages(command.count);
  } else if (command.kind == CommandKind::refuse_copies) {
    faults.refuse_copies(command.count);
  } else {
    faults.fail_waits(command.count);
  }
}

void Simulation::audit() {
  if (allocator_.audit()) {
    ++totals_.audits_failed_count;
  }
}

}  // namespace arenasim::sim::engine
