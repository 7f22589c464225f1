// The native binary (spec/formats.md 2): holds everything, in a few bytes an event.
#pragma once

#include "traces/writer.hpp"

namespace arenasim::traces {

extern const WriterRow kArsmWriter;

}  // namespace arenasim::traces
