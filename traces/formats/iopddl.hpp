// Problems of the ASPLOS 2025 contest on intra-operator parallelism (spec/formats.md 9).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kIopddlFormat;

}  // namespace arenasim::traces
