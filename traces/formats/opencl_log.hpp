// Call logs of the OpenCL Intercept Layer: what a program did with its buffers (spec/opencl_log.md).
#pragma once

#include "traces/format.hpp"

namespace arenasim::traces {

extern const Format kOpenclLogFormat;

}  // namespace arenasim::traces
