// What a pickle comes to as a text, in Python's spelling, so that tests compare texts.
#pragma once

#include <string>

#include "traces/formats/pickle/values.hpp"

namespace arenasim::tests {

[[nodiscard]] std::string spelled(const traces::pickle::ValueArena& values, traces::pickle::Value value);

/// The root of a pickle that is run and whose depth is checked. Throws InputError where it is refused.
[[nodiscard]] std::string read_pickle(const std::string& pickle);

}  // namespace arenasim::tests
