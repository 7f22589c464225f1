// The memory allocation table of rocprofv3 (spec/formats.md 10).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kRocprofFormat;

}  // namespace arenasim::traces
