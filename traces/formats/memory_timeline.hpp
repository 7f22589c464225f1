// The raw memory timeline of the PyTorch profiler (spec/formats.md 4b).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kMemoryTimelineFormat;

}  // namespace arenasim::traces
