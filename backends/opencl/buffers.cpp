#include "backends/opencl/buffers.hpp"

#include <algorithm>

#include "backends/opencl/error.hpp"

namespace arenasim::backends::opencl {
namespace {

using core::operator""_B;

Handle<cl_context> make_context(const Calls& calls, const FoundDevice& device) {
  const std::array<cl_context_properties, 3> properties{CL_CONTEXT_PLATFORM,
                                                        reinterpret_cast<cl_context_properties>(device.platform), 0};
  cl_int code = CL_SUCCESS;
  Handle<cl_context> context(calls.clCreateContext(properties.data(), 1, &device.id, nullptr, nullptr, &code),
                             calls.clReleaseContext);
  require_success(code, "clCreateContext");
  return context;
}

/// Oclgrind keeps book of which bytes were ever written. It misses vector stores and fills.
bool is_checker(const FoundDevice& device) {
  return device.info.platform.find("Oclgrind") != std::string::npos;
}

}  // namespace

Buffers::Buffers(Calls calls, const DeviceRequest& request)
    : calls_(std::move(calls)),
      device_(choose_device(find_devices(calls_, request.share), request.platform, request.device)),
      room_(request.limits.over(device_.info.limits), device_.info.limits.capacity.value_or(core::Bytes::max())),
      context_(make_context(calls_, device_)),
      work_(make_queue()),
      copies_(make_queue()) {}

Buffers::~Buffers() {
  static_cast<void>(calls_.clFinish(copies_.get()));
  static_cast<void>(calls_.clFinish(work_.get()));
}

Handle<cl_command_queue> Buffers::make_queue() {
  cl_int code = CL_SUCCESS;
  Handle<cl_command_queue> queue(
      calls_.clCreateCommandQueue(context_.get(), device_.id, CL_QUEUE_PROFILING_ENABLE, &code),
      calls_.clReleaseCommandQueue);
  require_success(code, "clCreateCommandQueue");
  return queue;
}

std::string Buffers::title() const {
  return device_.info.platform + ": " + device_.info.name + " (driver " + device_.info.driver + ")";
}

tl::expected<core::PageId, core::Refused> Buffers::map(core::Bytes size) {
  if (!room_.has(size)) {
    return tl::make_unexpected(core::Refused{});
  }
  const Stopwatch watch;
  Page page{{}, size};
  if (size > 0_B) {
    page.buffer = touched_buffer(size);
    if (!page.buffer) {
      return tl::make_unexpected(core::Refused{});
    }
  }
  room_.take(size);
  pages_.emplace(granted_, std::move(page));
  measurements_.add(Work::grant, size, watch.elapsed());
  return core::PageId{granted_++};
}

Handle<cl_mem> Buffers::touched_buffer(core::Bytes size) {
  cl_int code = CL_SUCCESS;
  Handle<cl_mem> buffer(calls_.clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, size.count(), nullptr, &code),
                        calls_.clReleaseMemObject);
  if (refuses_page(code)) {
    return {};
  }
  require_success(code, "clCreateBuffer");
  return touch(buffer.get(), size) ? std::move(buffer) : Handle<cl_mem>{};
}

bool Buffers::touch(cl_mem buffer, core::Bytes size) {
  const cl_uchar zero = 0;
  const std::vector<cl_uchar> zeros(is_checker(device_) ? size.count() : 0);  // as long as the queue is not finished
  cl_event made = nullptr;
  const cl_int filled = zeros.empty() ? calls_.clEnqueueFillBuffer(work_.get(), buffer, &zero, sizeof zero, 0,
                                                                   size.count(), 0, nullptr, &made)
                                      : calls_.clEnqueueWriteBuffer(work_.get(), buffer, CL_FALSE, 0, size.count(),
                                                                    zeros.data(), 0, nullptr, &made);
  const Handle<cl_event> event(made, calls_.clReleaseEvent);
  if (refuses_page(filled)) {
    return false;
  }
  require_success(filled, "clEnqueueFillBuffer");
  const cl_int finished = calls_.clFinish(work_.get());
  if (refuses_page(finished)) {
    return false;
  }
  require_success(finished, "clFinish");
  measure(Work::fill, event, size);
  return true;
}

void Buffers::unmap(core::PageId page) {
  const Stopwatch watch;
  const auto found = pages_.find(page.number());
  const core::Bytes size = found->second.size;
  pages_.erase(found);
  room_.give_back(size);
  measurements_.add(Work::release, size, watch.elapsed());
}

void Buffers::wait_device() {
  const Stopwatch watch;
  require_success(calls_.clFinish(work_.get()), "clFinish");
  measurements_.add(Work::wait_device, 0_B, watch.elapsed());
}

tl::expected<void, core::Refused> Buffers::copy(core::Place from, core::Place to, core::Bytes size) {
  if (size == 0_B) {
    return {};
  }
  cl_event made = nullptr;
  const cl_int code = calls_.clEnqueueCopyBuffer(copies_.get(), buffer(from.page), buffer(to.page), from.offset.count(),
                                                 to.offset.count(), size.count(), 0, nullptr, &made);
  Handle<cl_event> event(made, calls_.clReleaseEvent);
  if (refuses_copy(code)) {
    return tl::make_unexpected(core::Refused{});
  }
  require_success(code, "clEnqueueCopyBuffer");
  queued_.emplace_back(std::move(event), size);
  return {};
}

tl::expected<void, core::Refused> Buffers::wait_copies() {
  const Stopwatch watch;
  const std::vector<QueuedCopy> queued = std::exchange(queued_, {});
  const cl_int code = calls_.clFinish(copies_.get());
  if (refuses_copy(code)) {
    return tl::make_unexpected(core::Refused{});
  }
  require_success(code, "clFinish");
  measurements_.add(Work::wait_copies, 0_B, watch.elapsed());
  const bool all_landed =
      std::all_of(queued.begin(), queued.end(), [this](const QueuedCopy& copy) { return landed(copy); });
  return all_landed ? tl::expected<void, core::Refused>{} : tl::make_unexpected(core::Refused{});
}

/// A queue that has finished does not say that each of its commands went well.
bool Buffers::landed(const QueuedCopy& copy) {
  cl_int status = CL_COMPLETE;
  require_success(
      calls_.clGetEventInfo(copy.first.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
      "clGetEventInfo");
  if (status >= 0) {
    measure(Work::copy, copy.first, copy.second);
  }
  return status >= 0;
}

void Buffers::measure(Work work, const Handle<cl_event>& event, core::Bytes bytes) {
  cl_ulong start = 0;
  cl_ulong end = 0;
  const auto ask = [&](cl_profiling_info what, cl_ulong& time) {
    return event && calls_.clGetEventProfilingInfo(event.get(), what, sizeof time, &time, nullptr) == CL_SUCCESS;
  };
  if (ask(CL_PROFILING_COMMAND_START, start) && ask(CL_PROFILING_COMMAND_END, end) && end >= start) {
    measurements_.add(work, bytes, std::chrono::nanoseconds{static_cast<std::int64_t>(end - start)});
  }
}

PatternKernels& Buffers::kernels() {
  if (kernels_ == nullptr) {
    kernels_ = std::make_unique<PatternKernels>(calls_, PatternKernels::Target{context_.get(), device_.id, work_.get()},
                                                is_checker(device_));
  }
  return *kernels_;
}

void Buffers::write(core::Place place, core::Bytes size, PatternSeed seed) {
  if (size == 0_B) {
    return;
  }
  PatternKernels& built = kernels();  // not part of what is measured
  const Stopwatch watch;
  built.write(buffer(place.page), place.offset, size, seed);
  require_success(calls_.clFinish(work_.get()), "clFinish");
  measurements_.add(Work::write, size, watch.elapsed());
}

std::optional<Mismatch> Buffers::check(core::Place place, core::Bytes size, PatternSeed seed) {
  if (size == 0_B) {
    return std::nullopt;
  }
  PatternKernels& built = kernels();
  const Stopwatch watch;
  const auto mismatch = built.check(buffer(place.page), place.offset, size, seed);
  measurements_.add(Work::check, size, watch.elapsed());
  return mismatch;
}

}  // namespace arenasim::backends::opencl
