// The log of glibc's mtrace (spec/formats.md 11).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kMtraceFormat;

}  // namespace arenasim::traces
