// Replay logs of the Umpire allocator library, one JSON object a line (spec/formats.md 7).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kUmpireFormat;
extern const Format kUmpireOldFormat;

}  // namespace arenasim::traces
