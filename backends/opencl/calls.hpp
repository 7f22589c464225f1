// The OpenCL calls this project makes, as a narrow table: the loader fills it, tests put doubles in it.
#pragma once

#include <functional>

#define CL_TARGET_OPENCL_VERSION 120  // NOLINT(cppcoreguidelines-macro-usage): the header asks for it
#include <CL/cl.h>

// NOLINTBEGIN(cppcoreguidelines-macro-usage): one list makes the members and what the loader looks up
#define ARENASIM_OPENCL_CALLS(each)                                                                                \
  each(clGetPlatformIDs) each(clGetPlatformInfo) each(clGetDeviceIDs) each(clGetDeviceInfo) each(clCreateContext)  \
      each(clReleaseContext) each(clCreateCommandQueue) each(clReleaseCommandQueue) each(clFinish)                 \
          each(clCreateBuffer) each(clReleaseMemObject) each(clEnqueueFillBuffer) each(clEnqueueCopyBuffer)        \
              each(clEnqueueReadBuffer) each(clEnqueueWriteBuffer) each(clCreateProgramWithSource)                 \
                  each(clBuildProgram) each(clGetProgramBuildInfo) each(clReleaseProgram) each(clCreateKernel)     \
                      each(clReleaseKernel) each(clSetKernelArg) each(clEnqueueNDRangeKernel) each(clGetEventInfo) \
                          each(clGetEventProfilingInfo) each(clReleaseEvent)

namespace arenasim::backends::opencl {

/// Named as OpenCL names them.
struct Calls {
// NOLINTNEXTLINE(readability-identifier-naming,bugprone-macro-parentheses)
#define ARENASIM_OPENCL_MEMBER(call) std::function<decltype(::call)> call;
  ARENASIM_OPENCL_CALLS(ARENASIM_OPENCL_MEMBER)
#undef ARENASIM_OPENCL_MEMBER
};
// NOLINTEND(cppcoreguidelines-macro-usage)

/// The calls of the loader on this machine, which is loaded here and not before: it costs 20 ms and tens of MB. Throws
/// DeviceError where there is none.
[[nodiscard]] Calls load_calls();

}  // namespace arenasim::backends::opencl
