// Why a request could not be served: the first of the report's classes that holds (spec/report.md).
#pragma once

#include <cstdint>
#include <optional>

#include "core/refusal.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"
#include "sim/statistics/memory_state.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::statistics {

/// What was asked, and what the device said.
struct Refusal {
  core::Refusal reason{};
  core::Bytes size;
  std::optional<core::Bytes> page;  ///< what was last asked of the device for it
  bool injected = false;            ///< a fault that was asked for took part
};

/// The class of a refusal, with the memory as the refusal left it. Where no capacity is known, what is reserved counts
/// as the capacity: a device that refuses is full.
///
/// Exactly one always holds. With C the capacity, H = C - R the bytes not granted, and A the live bytes, aligned, the
/// last two share what remains: without `over_capacity`, A + request <= C = H + B + F + lost, so where F + H is less
/// than the request, B - A or lost is what is missing.
[[nodiscard]] FailureClass classify(const Refusal& refusal, MemoryState& memory, const core::Limits& limits);

/// True when, with every pending free done, the request would find a range of its size, or the page it needs would fit
/// once empty pages are given back. Walks what is live.
[[nodiscard]] bool pending_would_do(MemoryState& memory, core::Uint128 needed, core::Uint128 page,
                                    core::Uint128 capacity, core::Alignment alignment);

}  // namespace arenasim::sim::statistics
