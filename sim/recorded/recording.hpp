// A recording as a comparison needs it: all of its events at once, and where things really were.
#pragma once

#include <span>
#include <vector>

#include "traces/event.hpp"
#include "traces/event_sink.hpp"
#include "traces/recorded.hpp"

namespace arenasim::sim::recorded {

/// Keeps every event that a reader sends: what happened early is told by what came later.
class AllEvents final : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> events) override {
    events_.insert(events_.end(), events.begin(), events.end());
  }

  [[nodiscard]] std::span<const traces::Event> events() const { return events_; }

 private:
  std::vector<traces::Event> events_;
};

/// Both outlive it. Event numbers are positions in `events`.
struct Recording {
  std::span<const traces::Event> events;
  const traces::Recorded& recorded;
};

}  // namespace arenasim::sim::recorded
