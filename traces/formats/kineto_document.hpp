// Where the elements of a Chrome trace lie: the root is their array, or an object whose member `traceEvents` is
// (spec/formats.md 4a).
#pragma once

#include <functional>

#include "traces/json_windows.hpp"

namespace arenasim::traces {

/// Reads the document up to its end, and calls `read_elements` where the cursor has entered an array of elements; it
/// leaves the cursor behind that array. Throws InputError: missing_field without `traceEvents`, bad_value where that is
/// no array.
void read_trace_elements(JsonWindows& json, const std::function<void()>& read_elements);

}  // namespace arenasim::traces
