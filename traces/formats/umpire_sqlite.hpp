// Replay logs of the Umpire allocator library in an SQLite database (spec/formats.md 7).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kUmpireSqliteFormat;

}  // namespace arenasim::traces
