// What the OpenCL backend makes of a device that refuses, breaks or goes away. Real drivers cannot be made to do so on
// demand (one of them ends the process when memory is short), so doubles of single calls do.
#include <catch2/catch.hpp>

#include "backends/opencl/buffers.hpp"
#include "backends/opencl/error.hpp"
#include "tests/contract/backends/opencl/counted_calls.hpp"

namespace arenasim::tests {
namespace {

using backends::DeviceError;
using backends::PatternSeed;
using backends::opencl::Buffers;
using backends::opencl::Calls;
using core::Bytes;
using core::PageId;
using core::operator""_B;
using core::operator""_KiB;
using core::operator""_MiB;

/// A device whose calls a test has changed, and the count of its objects.
struct Changed {
  template <class Change>
  explicit Changed(const Change& change) {
    Calls calls = counts.counting(backends::opencl::load_calls());
    change(calls);
    device = std::make_unique<Buffers>(std::move(calls), backends::DeviceRequest{});
  }

  ObjectCounts counts;
  std::unique_ptr<Buffers> device;
};

/// A call that answers `code` and does nothing, from its `from`-th time on.
template <class Call>
void fail(std::function<Call>& call, cl_int code, int from = 1) {
  call = [inner = call, code, left = from](auto... arguments) mutable {
    return --left <= 0 ? code : inner(arguments...);
  };
}

void refuse_buffers(Calls& calls, cl_int code) {
  calls.clCreateBuffer = [code](cl_context, cl_mem_flags, std::size_t, void*, cl_int* answer) {
    *answer = code;
    return static_cast<cl_mem>(nullptr);
  };
}

constexpr std::array kWantOfMemory{CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                                   CL_INVALID_BUFFER_SIZE};
constexpr std::array kGoneAway{CL_DEVICE_NOT_AVAILABLE, CL_OUT_OF_RESOURCES};

}  // namespace

TEST_CASE("A buffer that cannot be made, filled or finished for want of memory is a refused page") {
  for (const cl_int code : kWantOfMemory) {
    INFO(backends::opencl::error_name(code));
    Changed unmade([&](Calls& calls) { refuse_buffers(calls, code); });
    CHECK_FALSE(unmade.device->map(4_KiB));
    Changed unfilled([&](Calls& calls) { fail(calls.clEnqueueFillBuffer, code); });
    CHECK_FALSE(unfilled.device->map(4_KiB));
    Changed unfinished([&](Calls& calls) { fail(calls.clFinish, code); });
    CHECK_FALSE(unfinished.device->map(4_KiB));
    for (Changed* each : {&unmade, &unfilled, &unfinished}) {
      CHECK((each->device->allocated() == 0));
      each->device.reset();
      CHECK(each->counts.living() == 0);
    }
  }
}

TEST_CASE("Any other failure of a grant ends the replay, named, and leaves no object behind") {
  Changed changed([](Calls& calls) { fail(calls.clEnqueueFillBuffer, CL_INVALID_COMMAND_QUEUE); });
  CHECK_THROWS_WITH(changed.device->map(4_KiB),
                    Catch::Contains("clEnqueueFillBuffer") && Catch::Contains("CL_INVALID_COMMAND_QUEUE (-36)"));
  changed.device.reset();
  CHECK(changed.counts.living() == 0);
}

TEST_CASE("A refused page uses no number, and the next one can be granted") {
  Changed changed([](Calls& calls) {
    calls.clCreateBuffer = [inner = calls.clCreateBuffer, times = 0](auto context, auto flags, auto size, auto* host,
                                                                     auto* answer) mutable {
      return inner(context, flags, ++times == 2 ? 0 : size, host, answer);  // CL_INVALID_BUFFER_SIZE
    };
  });
  CHECK(changed.device->map(4_KiB) == PageId{0});
  CHECK_FALSE(changed.device->map(4_KiB));
  CHECK(changed.device->map(4_KiB) == PageId{1});
}

TEST_CASE("The device is not asked for what its capacity or its share of memory has no room for") {
  ObjectCounts counts;
  backends::DeviceRequest request;
  request.limits.without_capacity = true;
  request.share = {0, 1};
  Buffers device(counts.counting(backends::opencl::load_calls()), request);
  CHECK_FALSE(device.limits().capacity);
  CHECK_FALSE(device.map(4_KiB));
  CHECK(counts.ever("buffer") == 0);
}

TEST_CASE("A device that goes away in a copy refuses it, and what was on its pages stays") {
  for (const cl_int code : kGoneAway) {
    INFO(backends::opencl::error_name(code));
    Changed changed([&](Calls& calls) { fail(calls.clEnqueueCopyBuffer, code, 2); });
    Buffers& device = *changed.device;
    const PageId from = *device.map(1_MiB);
    const PageId to = *device.map(1_MiB);
    device.write({from, 0_B}, 1_MiB, PatternSeed{1});
    device.wait_device();
    CHECK(device.copy({from, 0_B}, {to, 0_B}, 1_KiB));
    CHECK_FALSE(device.copy({from, 0_B}, {to, 4_KiB}, 1_KiB));
    CHECK(device.wait_copies());
    CHECK_FALSE(device.check({from, 0_B}, 1_MiB, PatternSeed{1}));
    changed.device.reset();
    CHECK(changed.counts.living() == 0);
  }
}

TEST_CASE("A wait for copies fails when the device goes away, and when a copy ends badly") {
  Changed gone([](Calls& calls) { fail(calls.clFinish, CL_DEVICE_NOT_AVAILABLE, 3); });
  Changed broken([](Calls& calls) {
    calls.clGetEventInfo = [](cl_event, cl_event_info, std::size_t, void* status, std::size_t*) {
      *static_cast<cl_int*>(status) = CL_OUT_OF_RESOURCES;
      return CL_SUCCESS;
    };
  });
  for (Changed* each : {&gone, &broken}) {
    const PageId from = *each->device->map(4_KiB);
    const PageId to = *each->device->map(4_KiB);
    CHECK(each->device->copy({from, 0_B}, {to, 0_B}, 1_KiB));
    CHECK_FALSE(each->device->wait_copies());
    each->device.reset();
    CHECK(each->counts.living() == 0);
  }
}

TEST_CASE("Everything OpenCL made is released at the end") {
  Changed changed([](Calls&) {});
  Buffers& device = *changed.device;
  const PageId from = *device.map(1_MiB);
  const PageId to = *device.map(1_MiB);
  device.write({from, 0_B}, 1_MiB, PatternSeed{1});
  device.wait_device();
  CHECK(device.copy({from, 0_B}, {to, 0_B}, 1_MiB));
  CHECK(device.wait_copies());
  CHECK_FALSE(device.check({to, 0_B}, 1_MiB, PatternSeed{1}));
  device.unmap(from);
  CHECK(changed.counts.ever("queue") == 2);
  CHECK(changed.counts.ever("kernel") == 2);
  CHECK(changed.counts.living() > 0);
  changed.device.reset();
  CHECK(changed.counts.living() == 0);
}

TEST_CASE("Nothing is left behind where a device cannot be set up") {
  ObjectCounts counts;
  Calls calls = counts.counting(backends::opencl::load_calls());
  calls.clCreateCommandQueue = [inner = calls.clCreateCommandQueue, times = 0](auto context, auto device, auto how,
                                                                               cl_int* code) mutable {
    if (++times == 2) {
      *code = CL_OUT_OF_HOST_MEMORY;
      return static_cast<cl_command_queue>(nullptr);
    }
    return inner(context, device, how, code);
  };
  CHECK_THROWS_AS(Buffers(calls, backends::DeviceRequest{}), DeviceError);
  CHECK(counts.living() == 0);
}

TEST_CASE("A program that does not build is told with the driver's own words") {
  Changed changed([](Calls& calls) { fail(calls.clBuildProgram, CL_BUILD_PROGRAM_FAILURE); });
  const PageId page = *changed.device->map(4_KiB);
  CHECK_THROWS_WITH(changed.device->write({page, 0_B}, 1_KiB, PatternSeed{1}),
                    Catch::Contains("CL_BUILD_PROGRAM_FAILURE (-11)"));
  changed.device.reset();
  CHECK(changed.counts.living() == 0);
}

TEST_CASE("A device is chosen by index or part of its name, and none that fits is told with those there are") {
  const Calls calls = backends::opencl::load_calls();
  const auto devices = backends::opencl::find_devices(calls, {8, 10});
  REQUIRE_FALSE(devices.empty());
  CHECK(backends::opencl::choose_device(devices, "0", "0").id == devices.front().id);
  const std::string name = devices.front().info.name;
  CHECK(backends::opencl::choose_device(devices, "", name.substr(0, 4)).id == devices.front().id);
  CHECK_THROWS_WITH(backends::opencl::choose_device(devices, "", "no such device"), Catch::Contains(name));
  CHECK_THROWS_WITH(backends::opencl::choose_device({}, "", ""), Catch::Contains("there is none"));
}

TEST_CASE("A machine without platforms has no devices, which is no error") {
  Calls calls = backends::opencl::load_calls();
  fail(calls.clGetPlatformIDs, -1001);
  CHECK(backends::opencl::find_devices(calls, {8, 10}).empty());
}

TEST_CASE("Alignment comes from bits, and the share of memory becomes the capacity") {
  const auto devices = backends::opencl::find_devices(backends::opencl::load_calls(), {1, 2});
  for (const auto& device : devices) {
    CHECK(device.info.limits.alignment.bytes().count() * 8 >= device.info.alignment_bits);
    CHECK(device.info.limits.capacity == Bytes{device.info.memory.count() / 2});
    CHECK(device.info.limits.largest_page == device.info.largest_page);
  }
}

}  // namespace arenasim::tests
