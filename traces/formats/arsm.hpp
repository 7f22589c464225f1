// The native binary: compact, fast, checked by sums (spec/formats.md 2).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kArsmFormat;

}  // namespace arenasim::traces
