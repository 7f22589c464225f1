// How deep the values of a pickle lie in each other; a container that holds itself has no end.
#pragma once

#include <cstdint>

#include "traces/formats/pickle/unpickler.hpp"

namespace arenasim::traces::pickle {

/// Throws InputError (limit) at STOP, with the path, where containers lie more than 64 deep or hold themselves.
void check_depth(const Unpickled& pickle);

}  // namespace arenasim::traces::pickle
