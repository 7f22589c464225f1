// Any CSV, told what its columns are (spec/formats.md 13). Known by name alone.
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kColumnsFormat;

}  // namespace arenasim::traces
