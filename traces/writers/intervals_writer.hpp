// Lifetimes and sizes as the placement problem that minimalloc solves (spec/formats.md 8).
#pragma once

#include "traces/writer.hpp"

namespace arenasim::traces {

extern const WriterRow kIntervalsWriter;

}  // namespace arenasim::traces
