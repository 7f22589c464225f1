// Logs of dynamic tensor rematerialization, as its simulator simrd reads them (spec/formats.md 12).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kDtrFormat;

}  // namespace arenasim::traces
