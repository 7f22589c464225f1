// The fast way through an Umpire log: allocate and deallocate as the library writes them, byte for byte but for their
// numbers. Whatever else a line holds, errors included, is left to the general way.
#pragma once

#include <string_view>

#include "traces/formats/umpire/record.hpp"

namespace arenasim::traces::umpire {

/// True where the line was read into `record`.
[[nodiscard]] bool parse_plain_line(std::string_view line, Record& record);

}  // namespace arenasim::traces::umpire
