// Native CSV (spec/formats.md 1): holds everything.
#pragma once

#include "traces/writer.hpp"

namespace arenasim::traces {

extern const WriterRow kCsvWriter;

}  // namespace arenasim::traces
