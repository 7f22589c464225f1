// Native CSV: hand-written and generated traces, and what others are converted to (spec/formats.md 1).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kCsvFormat;

}  // namespace arenasim::traces
