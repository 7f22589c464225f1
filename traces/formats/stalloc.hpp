// The request log of STAlloc (spec/formats.md 11).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kStallocFormat;

}  // namespace arenasim::traces
