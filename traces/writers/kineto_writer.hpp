// Memory events as the PyTorch profiler writes them (spec/formats.md 4a).
#pragma once

#include "traces/writer.hpp"

namespace arenasim::traces {

extern const WriterRow kKinetoWriter;

}  // namespace arenasim::traces
