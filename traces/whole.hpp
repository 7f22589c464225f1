// A source as one text, for the formats that cannot be read in pieces.
#pragma once

#include <string>

#include "traces/source.hpp"

namespace arenasim::traces {

/// All that is left of it. Throws what the source throws.
[[nodiscard]] std::string read_whole(Source& source);

}  // namespace arenasim::traces
