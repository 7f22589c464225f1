// The settings of the allocator that was recorded, as texts.
#pragma once

#include <map>
#include <string>

#include "traces/formats/pickle/values.hpp"
#include "traces/where.hpp"

namespace arenasim::traces::pytorch {

/// Dicts inside become `outer.inner`; a list's items are `outer.0`, `outer.1`. Unset gives none. Throws InputError at
/// `where` (encoding, limit).
[[nodiscard]] std::map<std::string, std::string> read_settings(const pickle::ValueArena& values, pickle::Value dict,
                                                               const Where& where);

}  // namespace arenasim::traces::pytorch
