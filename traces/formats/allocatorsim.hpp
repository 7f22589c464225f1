// The traces of allocatorSim: a life a line, in operation numbers (spec/formats.md 11).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kAllocatorsimFormat;

}  // namespace arenasim::traces
