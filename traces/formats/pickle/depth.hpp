// How deep the values of a pickle lie in each other; a container that holds itself has no end.
#pragma once

#include <cstddef>

#include "traces/formats/pickle/unpickler.hpp"

namespace arenasim::traces::pickle {

/// How deep containers may lie in each other.
inline constexpr std::size_t kDeepest = 64;

/// Throws InputError (limit) at STOP, with the path, where containers lie more than 64 deep or hold themselves.
void check_depth(const Unpickled& pickle);

}  // namespace arenasim::traces::pickle
