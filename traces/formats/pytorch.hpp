// Memory snapshots of PyTorch's caching allocator (spec/formats.md 3).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kPytorchFormat;

}  // namespace arenasim::traces
