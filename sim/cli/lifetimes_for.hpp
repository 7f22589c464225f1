// What a trace will ask for, where a policy must know it before the first request.
#pragma once

#include <optional>

#include "core/packing/lifetime.hpp"
#include "sim/cli/policy_argument.hpp"
#include "sim/cli/replay_options.hpp"
#include "sim/engine_settings.hpp"

namespace arenasim::sim::cli {

/// Reads the trace as often as it will be replayed; nothing, and nothing read, for policies that need no lifetimes.
/// Throws MissingCapability where the settings would change them.
[[nodiscard]] std::optional<core::Lifetimes> lifetimes_for(const PolicyArgument& policy, const EngineSettings& settings,
                                                           const TracePlace& place, const ReplayOptions& options);

}  // namespace arenasim::sim::cli
