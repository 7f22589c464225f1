// The `[memory]` events of a Chrome trace: found among many others without parsing those, and checked field by field
// (spec/formats.md 4a).
#pragma once

#include <functional>
#include <memory>

#include "traces/formats/kineto_order.hpp"
#include "traces/intake.hpp"
#include "traces/json_windows.hpp"

namespace arenasim::traces {

/// Reads the document up to its end and gives each memory event, in file order. Other trace events count as overhead,
/// malformed ones go to `intake.skip`; lenient, a document that is cut ends the import with `truncated_tail`.
void read_memory_events(JsonWindows& json, Intake& intake, const std::function<void(const MemoryEvent&)>& give);

/// The position of an event, for messages.
[[nodiscard]] Position position_of(const MemoryEvent& event, bool bare_array);

}  // namespace arenasim::traces
