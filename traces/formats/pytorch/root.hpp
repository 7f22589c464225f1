// The shapes that a snapshot's root may have: a dict of parts, or in old files the list of segments alone
// (spec/formats.md 3).
#pragma once

#include "traces/formats/pickle/unpickler.hpp"

namespace arenasim::traces::pytorch {

/// The parts of a snapshot; unset where it lacks one.
struct Root {
  pickle::Value segments;       ///< a list or tuple
  pickle::Value device_traces;  ///< a list or tuple; unset in old files
  pickle::Value settings;
  pickle::Value annotations;
};

/// Throws InputError at STOP: limit (depth), unknown_format (not a snapshot), missing_field, bad_value.
[[nodiscard]] Root read_root(const pickle::Unpickled& pickle);

}  // namespace arenasim::traces::pytorch
