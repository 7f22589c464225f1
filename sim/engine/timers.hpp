// What happens at a period of host time: cleanups and samples (spec/timing.md, Timers).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "core/sim_time.hpp"
#include "sim/command.hpp"
#include "sim/engine/instants.hpp"
#include "sim/engine_settings.hpp"

namespace arenasim::sim::engine {

struct Timer {
  CommandKind kind{};
  core::SimDuration period{};
  core::SimTime next = kNever;
  std::uint64_t sequence = 0;  ///< of its insertion into the queue
};

class Timers {
 public:
  explicit Timers(const EngineSettings& settings)
      : timers_{Timer{.kind = CommandKind::cleanup, .period = settings.cleanup_every.value_or(core::SimDuration{})},
                Timer{.kind = CommandKind::tick, .period = settings.sample_every.value_or(core::SimDuration{})}} {}

  /// The first event comes at `time`; the periods run from there.
  void start(core::SimTime time) {
    started_ = true;
    for (Timer& timer : timers_) {
      if (timer.period > core::SimDuration{}) {
        wind(timer, time);
        running_ = true;
      }
    }
  }

  [[nodiscard]] bool started() const { return started_; }

  /// True when one will come.
  [[nodiscard]] bool running() const { return running_; }

  /// The one that comes next; its time is kNever where there is none.
  [[nodiscard]] const Timer& next() const {
    const auto& [cleanup, tick] = timers_;
    return std::tie(cleanup.next, cleanup.sequence) <= std::tie(tick.next, tick.sequence) ? cleanup : tick;
  }

  /// It happened: puts it into the queue again.
  void wind_next() {
    Timer& timer = &next() == timers_.data() ? timers_.front() : timers_.back();
    wind(timer, timer.next);
  }

 private:
  void wind(Timer& timer, core::SimTime from) {
    timer.next = later(from, timer.period);
    timer.sequence = ++sequence_;
  }

  std::array<Timer, 2> timers_;
  std::uint64_t sequence_ = 0;
  bool started_ = false;
  bool running_ = false;
};

}  // namespace arenasim::sim::engine
