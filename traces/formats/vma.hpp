// The call recording of the Vulkan Memory Allocator up to 2.3 (spec/formats.md 6).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kVmaFormat;

}  // namespace arenasim::traces
