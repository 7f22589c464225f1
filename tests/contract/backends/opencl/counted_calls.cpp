#include "tests/contract/backends/opencl/counted_calls.hpp"

#include <tuple>

namespace arenasim::tests {

template <class Call>
void ObjectCounts::count_made(const std::string& kind, std::function<Call>& call) {
  call = [this, kind, inner = call](auto... arguments) {
    auto object = inner(arguments...);
    if (object != nullptr) {
      made(kind);
    }
    return object;
  };
}

template <class Call>
void ObjectCounts::count_released(const std::string& kind, std::function<Call>& call) {
  call = [this, kind, inner = call](auto object) {
    --living_[kind];
    return inner(object);
  };
}

/// The last argument of what queues something is where its event goes.
template <class Call>
void ObjectCounts::count_events(std::function<Call>& call) {
  call = [this, inner = call](auto... arguments) {
    const cl_int code = inner(arguments...);
    cl_event* const event = std::get<sizeof...(arguments) - 1>(std::tuple{arguments...});
    if (event != nullptr && *event != nullptr) {
      made("event");
    }
    return code;
  };
}

backends::opencl::Calls ObjectCounts::counting(backends::opencl::Calls calls) {
  count_made("context", calls.clCreateContext);
  count_made("queue", calls.clCreateCommandQueue);
  count_made("buffer", calls.clCreateBuffer);
  count_made("program", calls.clCreateProgramWithSource);
  count_made("kernel", calls.clCreateKernel);
  count_released("context", calls.clReleaseContext);
  count_released("queue", calls.clReleaseCommandQueue);
  count_released("buffer", calls.clReleaseMemObject);
  count_released("program", calls.clReleaseProgram);
  count_released("kernel", calls.clReleaseKernel);
  count_released("event", calls.clReleaseEvent);
  count_events(calls.clEnqueueFillBuffer);
  count_events(calls.clEnqueueCopyBuffer);
  count_events(calls.clEnqueueReadBuffer);
  count_events(calls.clEnqueueWriteBuffer);
  count_events(calls.clEnqueueNDRangeKernel);
  return calls;
}

long ObjectCounts::living() const {
  long all = 0;
  for (const auto& [kind, count] : living_) {
    all += count;
  }
  return all;
}

long ObjectCounts::ever(const std::string& kind) const {
  const auto found = ever_.find(kind);
  return found == ever_.end() ? 0 : found->second;
}

}  // namespace arenasim::tests
