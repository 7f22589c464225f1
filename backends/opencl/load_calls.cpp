#include <dlfcn.h>

#include <string>

#include "backends/device.hpp"
#include "backends/opencl/calls.hpp"

namespace arenasim::backends::opencl {
namespace {

constexpr const char* kLoader = "libOpenCL.so.1";

template <class Call>
void look_up(void* library, const char* name, std::function<Call>& call) {
  void* symbol = ::dlsym(library, name);
  if (symbol == nullptr) {
    throw DeviceError(std::string{kLoader} + " has no " + name);
  }
  call = reinterpret_cast<Call*>(symbol);
}

}  // namespace

Calls load_calls() {
  // Checkers such as oclgrind are preloaded and stand in for the loader.
  const bool preloaded = ::dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != nullptr;
  void* library = RTLD_DEFAULT;
  if (!preloaded) {
    // Never unloaded: drivers keep threads of their own.
    library = ::dlopen(kLoader, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
      throw DeviceError(std::string{"no OpenCL loader: "} + ::dlerror() + " (Debian: ocl-icd-libopencl1)");
    }
  }
  Calls calls;
#define ARENASIM_OPENCL_LOOK_UP(call) look_up(library, #call, calls.call);
  ARENASIM_OPENCL_CALLS(ARENASIM_OPENCL_LOOK_UP)
#undef ARENASIM_OPENCL_LOOK_UP
  return calls;
}

}  // namespace arenasim::backends::opencl
