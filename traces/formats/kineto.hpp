// The trace that the PyTorch profiler writes with memory profiling: Chrome trace JSON (spec/formats.md 4a).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kKinetoFormat;

}  // namespace arenasim::traces
