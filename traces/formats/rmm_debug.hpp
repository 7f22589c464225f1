// The debug log of RMM: what its allocators said, failures above all (spec/formats.md 5c).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kRmmDebugFormat;

}  // namespace arenasim::traces
