// OpenCL's error codes: their names, and which of them say no rather than that something broke.
#pragma once

#include <string>

#include "backends/opencl/calls.hpp"

namespace arenasim::backends::opencl {

/// `CL_OUT_OF_RESOURCES (-5)`; `error -9999` for a code of a driver's own.
[[nodiscard]] std::string error_name(cl_int code);

/// Throws DeviceError that names the call and the code, unless it is CL_SUCCESS.
void require_success(cl_int code, const char* call);

/// A want of memory: a page that cannot be had.
[[nodiscard]] bool refuses_page(cl_int code);

/// A copy that cannot be made, or a device that went away under it: a relocation is abandoned, nothing is lost.
[[nodiscard]] bool refuses_copy(cl_int code);

}  // namespace arenasim::backends::opencl
