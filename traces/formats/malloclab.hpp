// The .rep traces of the malloc lab of "Computer Systems: A Programmer's Perspective" (spec/formats.md 11).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kMalloclabFormat;

}  // namespace arenasim::traces
