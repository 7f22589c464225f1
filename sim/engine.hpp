// The discrete-event simulation: commands in, an allocator at work, moments and facts out (spec/timing.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/allocator.hpp"
#include "core/fact_log.hpp"
#include "core/sim_time.hpp"
#include "core/storage.hpp"
#include "sim/command.hpp"
#include "sim/engine_settings.hpp"
#include "sim/observer.hpp"

namespace arenasim::backends {
class Faults;
}

namespace arenasim::sim {

/// What a replay came to, in time.
struct Totals {
  std::uint64_t events_count = 0;
  core::SimTime trace_time;                                    ///< of the last event
  core::SimTime host_time;                                     ///< after the last event: the duration
  std::array<core::SimDuration, kStallCauses.size()> stall{};  ///< all of it, by StallCause
  std::uint64_t audits_failed_count = 0;                       ///< of the command `audit`
};

/// What an engine works on. All of it outlives the engine. The log was made with at least
/// `Engine::needed_detail`, and is read and cleared by the engine alone.
struct Workplace {
  core::Allocator& allocator;
  core::FactLog& log;
  backends::Faults* faults = nullptr;  ///< what `refuse_pages` and its like are said to
};

/// Runs commands in order. Equal commands and settings make equal moments and facts.
///
/// Memory goes by the most allocations live at once, and, in closed timing or with `on_full = wait`, by the commands
/// between a free that was asked for and its recorded completion as far as the simulation must look ahead.
class Engine {
 public:
  /// The observers are called in their order, with every batch.
  Engine(Workplace workplace, EngineSettings settings, std::span<Observer* const> observers);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// What the log must keep for these settings and observers.
  [[nodiscard]] static core::FactDetail needed_detail(const EngineSettings& settings,
                                                      std::span<Observer* const> observers);

  /// The next commands, times not falling. Those that need to know what comes later wait inside.
  /// Throws MissingCapability, AuditFailure, LiveBlock. Does nothing once `stopped`.
  void take(std::span<const Command> commands);

  /// The same commands will come again from their beginning (`--repeat`): what is held stays held, ids and times start
  /// anew behind it.
  void begin_pass();

  /// No more commands: does what waits, lets pending frees take effect, and hands the last batch over.
  void finish();

  /// True once the event of `stop_after` is done.
  [[nodiscard]] bool stopped() const;

  [[nodiscard]] Totals totals() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::sim
