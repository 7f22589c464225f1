// Virtual time: unsigned nanoseconds from the start of a trace, never the wall clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <ratio>

namespace arenasim::core {

using SimDuration = std::chrono::duration<std::uint64_t, std::nano>;

/// The clock of a simulation. It has no `now`: whoever simulates says what time it is.
struct SimClock {
  using rep = SimDuration::rep;
  using period = SimDuration::period;
  using duration = SimDuration;
  using time_point = std::chrono::time_point<SimClock>;
  static constexpr bool is_steady = true;
};

using SimTime = SimClock::time_point;

}  // namespace arenasim::core
