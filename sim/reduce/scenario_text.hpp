// A small trace as a scenario file, for looking at a bug by hand.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/storage.hpp"
#include "traces/event.hpp"
#include "traces/string_table.hpp"

namespace arenasim::sim::reduce {

/// The device line and a command for each event; a request that failed in the recording becomes a comment, and a
/// cleanup one for each stream that the trace has. `policy` as `--policy` takes it.
[[nodiscard]] std::string scenario_text(std::span<const traces::Event> events, const core::Limits& limits,
                                        std::string_view policy, const traces::StringTable& strings);

}  // namespace arenasim::sim::reduce
