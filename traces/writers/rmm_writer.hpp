// The log that RMM writes and replays (spec/formats.md 5a).
#pragma once

#include "traces/writer.hpp"

namespace arenasim::traces {

extern const WriterRow kRmmWriter;

}  // namespace arenasim::traces
