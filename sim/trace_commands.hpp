// Trace events as commands.
#pragma once

#include <span>
#include <vector>

#include "sim/command.hpp"
#include "sim/engine.hpp"
#include "traces/event.hpp"
#include "traces/event_sink.hpp"

namespace arenasim::sim {

/// What replay makes of an event (spec/timing.md, the table of events).
[[nodiscard]] Command to_command(const traces::Event& event);

/// Runs what a reader sends. Throws traces::StopReading once the engine has stopped.
class EngineSink final : public traces::EventSink {
 public:
  explicit EngineSink(Engine& engine) : engine_(engine) {}

  void take(std::span<const traces::Event> events) override;

 private:
  Engine& engine_;
  std::vector<Command> commands_;
};

}  // namespace arenasim::sim
