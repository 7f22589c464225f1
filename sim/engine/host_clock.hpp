// When the host does what, and what it is charged: the two timings and the cost model (spec/timing.md, Clocks, Costs).
#pragma once

#include <array>
#include <span>

#include "core/fact.hpp"
#include "core/sim_time.hpp"
#include "sim/engine/instants.hpp"
#include "sim/engine/stream_table.hpp"
#include "sim/engine_settings.hpp"
#include "sim/observer.hpp"

namespace arenasim::sim::engine {

using Costs = std::array<core::SimDuration, kStallCauses.size()>;  ///< by StallCause

/// The host's time. In recorded timing it is the trace's, and costs are only summed. In closed timing every cost moves
/// it, and with it all that the trace has yet to bring.
class HostClock {
 public:
  explicit HostClock(const EngineSettings& settings);

  /// When an event of the trace comes, if nothing else delays it.
  [[nodiscard]] core::SimTime host_time_of(core::SimTime trace_time) const { return later(trace_time, delay_); }

  /// The host is at `time`, or stays where it is when it is past it.
  void reach(core::SimTime time) { now_ = std::max(now_, time); }

  [[nodiscard]] core::SimTime now() const { return now_; }

  /// How far the host is behind the trace; never shrinks.
  [[nodiscard]] core::SimDuration delay() const { return delay_; }

  /// True when facts can cost something, so that `charge` must see them.
  [[nodiscard]] bool charges() const { return charges_; }

  /// Charges what facts say was done, in their order.
  void charge(std::span<const core::Fact> facts);

  /// Waits for a pending free that completes at `time`.
  void wait_for_completion(core::SimTime time);

  /// False where nobody asks when streams are done, and `queue_work` need not be called.
  [[nodiscard]] bool tracks_streams() const { return tracks_streams_; }

  /// After an event on `stream`: what it queued runs behind the host by the lag.
  void queue_work(core::StreamId stream) { streams_.busy(stream, later(now_, lag_)); }

  [[nodiscard]] StreamTable& streams() { return streams_; }

  /// What was charged since the last call. Nothing (null) where that is nothing at all.
  [[nodiscard]] const Costs* take_charged();

  [[nodiscard]] const Costs& total() const { return total_; }

 private:
  void spend(StallCause cause, core::SimDuration cost);
  void wait_until(StallCause cause, core::SimTime time);
  void wait_device();
  void copy(const core::Fact& fact);
  void wait_copies(core::StreamId stream);

  CostModel model_;
  core::SimDuration lag_;
  bool closed_;
  bool charges_;
  bool tracks_streams_;
  bool charged_something_ = false;
  core::SimTime now_;
  core::SimTime waited_until_;  // recorded timing: how far waits for completions went, without moving the host
  core::SimDuration delay_{};
  StreamTable streams_;
  Costs charged_{};
  Costs taken_{};
  Costs total_{};
};

}  // namespace arenasim::sim::engine
