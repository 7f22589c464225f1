// The CSV log of RMM's logging resource adaptor (spec/formats.md 5a).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kRmmFormat;

}  // namespace arenasim::traces
