// What commands will ask for, request by request, and how long they hold it: for policies that know it beforehand.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/packing/lifetime.hpp"
#include "sim/command.hpp"
#include "sim/engine_settings.hpp"
#include "traces/event.hpp"
#include "traces/event_sink.hpp"

namespace arenasim::sim {

/// Takes the commands that an engine will be given later, in their order. Lives end where a free takes effect: a
/// requested one at its completion. That is so in the replay too while its timing is recorded and nothing delays frees.
class LifetimeCollector {
 public:
  void take(const Command& command);

  /// The same commands will come again; what is held stays held.
  void begin_pass() { held_.clear(); }

  /// One for each time the engine will ask an allocator.
  [[nodiscard]] const core::Lifetimes& lifetimes() const { return lifetimes_; }

 private:
  void begin(const Command& command);
  void end(traces::BlockSlot slot);

  core::Lifetimes lifetimes_;
  std::vector<std::size_t> held_;  // by slot: one past the number of the lifetime that has not ended; 0: none
  std::uint64_t events_count_ = 0;
};

/// Of all commands of a scenario or a trace.
[[nodiscard]] core::Lifetimes lifetimes_of(std::span<const Command> commands);

/// Collects what a reader sends.
class LifetimeSink final : public traces::EventSink {
 public:
  explicit LifetimeSink(LifetimeCollector& collector) : collector_(collector) {}

  void take(std::span<const traces::Event> events) override;

 private:
  LifetimeCollector& collector_;
};

/// The same of a trace that is read, `times` times over.
[[nodiscard]] core::Lifetimes lifetimes_of(const std::function<void(traces::EventSink&)>& read, std::uint64_t times);

/// Throws MissingCapability where lives would not end where the trace says, which a policy that knows them beforehand
/// cannot take.
void require_recorded_lifetimes(std::string_view policy, const EngineSettings& settings);

}  // namespace arenasim::sim
