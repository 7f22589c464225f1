// Recordings of heaptrack, raw or interpreted (spec/formats.md 11).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kHeaptrackFormat;

}  // namespace arenasim::traces
