// A snapshot from its bytes to events.
#pragma once

#include <cstdint>

#include "traces/format.hpp"

namespace arenasim::traces::pytorch {

/// What the entries of the rings become first. Only the time and the memory that are taken depend on it.
enum class Entries : std::uint8_t { as_rows, as_dicts };

/// Reads a whole file, as the format's `read`. Throws InputError.
void read_snapshot_file(const Reading& reading, Entries entries);

}  // namespace arenasim::traces::pytorch
