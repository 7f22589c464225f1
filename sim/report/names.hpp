// How reports spell what other rooms only number (spec/report.md).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/fact.hpp"
#include "sim/observer.hpp"

namespace arenasim::sim::report {

inline constexpr std::array kRelocationReasons{core::RelocationReason::explicit_,
                                               core::RelocationReason::memory_pressure,
                                               core::RelocationReason::arena_full, core::RelocationReason::capture};

[[nodiscard]] constexpr std::string_view name(core::RelocationReason reason) {
  constexpr std::array<std::string_view, kRelocationReasons.size()> names{"explicit", "memory_pressure", "arena_full",
                                                                          "capture"};
  return names[static_cast<std::size_t>(reason)];
}

[[nodiscard]] constexpr std::string_view name(core::RelocationOutcome outcome) {
  constexpr std::array<std::string_view, 3> names{"moved", "nothing", "abandoned"};
  return names[static_cast<std::size_t>(outcome)];
}

[[nodiscard]] constexpr std::string_view name(StallCause cause) {
  constexpr std::array<std::string_view, kStallCauses.size()> names{"grant", "refuse", "release",
                                                                    "copy",  "wait",   "pending"};
  return names[static_cast<std::size_t>(cause)];
}

}  // namespace arenasim::sim::report
