#include "sim/trace_commands.hpp"

#include <algorithm>
#include <iterator>

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

}  // namespace

Command to_command(const traces::Event& event) {
  return Command{.time = event.time,
                 .id = event.id,
                 .size = event.size,
                 .stream = event.stream,
                 .tag = event.tag,
                 .slot = event.slot,
                 .kind = kind_of(event.kind),
                 .every_stream = event.kind == traces::EventKind::cleanup};
}

void EngineSink::take(std::span<const traces::Event> events) {
  commands_.clear();
  std::transform(events.begin(), events.end(), std::back_inserter(commands_), to_command);
  engine_.take(commands_);
  if (engine_.stopped()) {
    throw traces::StopReading{};
  }
}

}  // namespace arenasim::sim
