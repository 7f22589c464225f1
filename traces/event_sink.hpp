// Where a reader sends what it reads.
#pragma once

#include <span>

#include "traces/event.hpp"

namespace arenasim::traces {

/// Takes events in final order, some at a time.
class EventSink {
 public:
  EventSink() = default;
  EventSink(const EventSink&) = delete;
  EventSink& operator=(const EventSink&) = delete;
  virtual ~EventSink() = default;

  /// Throws StopReading to end the import early without an error.
  virtual void take(std::span<const Event> events) = 0;
};

/// Thrown by a sink that has seen enough.
struct StopReading {};

}  // namespace arenasim::traces
