#include "sim/trace_commands.hpp"

namespace arenasim::sim {
namespace {

constexpr CommandKind kind_of(traces::EventKind kind) {
  switch (kind) {
    case traces::EventKind::preexisting:
      return CommandKind::preexisting;
    case traces::EventKind::alloc:
      return CommandKind::alloc;
    case traces::EventKind::free:
      return CommandKind::free;
    case traces::EventKind::free_requested:
      return CommandKind::free_requested;
    case traces::EventKind::free_completed:
      return CommandKind::free_completed;
    case traces::EventKind::marker:
      return CommandKind::marker;
    case traces::EventKind::oom:
      return CommandKind::probe;
    case traces::EventKind::cleanup:
      return CommandKind::cleanup;
  }
  return CommandKind::marker;
}

/// Every field, where it is to be: a command that is put together elsewhere and copied waits for its parts to land.
void write(const traces::Event& event, Command& command) {
  command.time = event.time;
  command.id = event.id;
  command.size = event.size;
  command.count = 0;
  command.stream = event.stream;
  command.tag = event.tag;
  command.slot = event.slot;
  command.mode = core::AllocationMode{};
  command.kind = kind_of(event.kind);
  command.every_stream = event.kind == traces::EventKind::cleanup;
}

}  // namespace

Command to_command(const traces::Event& event) {
  Command command;
  write(event, command);
  return command;
}

void EngineSink::take(std::span<const traces::Event> events) {
  commands_.resize(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    write(events[i], commands_[i]);
  }
  engine_.take(commands_);
  if (engine_.stopped()) {
    throw traces::StopReading{};
  }
}

}  // namespace arenasim::sim
