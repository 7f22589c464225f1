// A line on standard error that says how far long work has come.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/sim_time.hpp"
#include "sim/cli/person.hpp"
#include "traces/event_sink.hpp"

namespace arenasim::sim::cli {

/// Passes events on and shows how many have passed; after the first second, a few times a second.
class Progress final : public traces::EventSink {
 public:
  /// `expected`: how many there will be; 0 where nobody knows. `next` outlives it.
  Progress(traces::EventSink& next, When when, std::uint64_t expected);
  /// Takes the line away.
  ~Progress() override;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void take(std::span<const traces::Event> events) override;

  /// The time of the last event that has passed.
  [[nodiscard]] core::SimTime reached() const { return reached_; }

 private:
  using Clock = std::chrono::steady_clock;

  void show(Clock::time_point now);

  traces::EventSink& next_;
  bool wanted_;
  bool shown_ = false;
  std::uint64_t expected_;
  std::uint64_t passed_ = 0;
  core::SimTime reached_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point due_;
};

}  // namespace arenasim::sim::cli
