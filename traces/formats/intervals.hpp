// Placement problems as CSV: a buffer a row, with its life (minimalloc, idealloc; spec/formats.md 8).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kIntervalsFormat;

}  // namespace arenasim::traces
