// Arithmetic on simulated time that stays at its ends instead of wrapping.
#pragma once

#include "core/sim_time.hpp"

namespace arenasim::sim::engine {

/// Later than any event: of what never happens.
inline constexpr core::SimTime kNever = core::SimTime::max();

/// `time + by`, at most kNever.
[[nodiscard]] constexpr core::SimTime later(core::SimTime time, core::SimDuration by) {
  return kNever - time < by ? kNever : time + by;
}

}  // namespace arenasim::sim::engine
