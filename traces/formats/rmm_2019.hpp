// The CSV log of RMM before 2020, with devices, totals and source locations (spec/formats.md 5b).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kRmm2019Format;

}  // namespace arenasim::traces
