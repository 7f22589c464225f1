// The table of formats.
#pragma once

#include <span>
#include <string_view>

#include "traces/format.hpp"

namespace arenasim::traces {

/// Every format that can be read, in the order in which they are asked whether a file is theirs (spec/formats.md 0.2).
[[nodiscard]] std::span<const Format* const> formats();

/// Null where there is none of that name.
[[nodiscard]] const Format* find_format(std::string_view name);

}  // namespace arenasim::traces
