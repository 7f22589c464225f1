#include "backends/backends.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "backends/host/host.hpp"
#ifdef ARENASIM_HAS_OPENCL
#include "backends/opencl/opencl.hpp"
#endif

namespace arenasim::backends {
namespace {

using core::operator""_B;
using core::operator""_TiB;

std::unique_ptr<Device> make_bookkeeping(const DeviceRequest& request) {
  return std::make_unique<Bookkeeping>(
      request.limits.over({.capacity = {}, .largest_page = 1_TiB, .alignment = *core::Alignment::of(256_B)}));
}

constexpr std::array kBackends{
    Backend{.name = "bookkeeping",
            .sentence = "A device on paper: counts what is granted and holds no byte.",
            .holds_bytes = false,
            .make = make_bookkeeping},
    Backend{.name = "host",
            .sentence = "Pages are host memory, copies are memory copies.",
            .holds_bytes = true,
            .make = make_host},
#ifdef ARENASIM_HAS_OPENCL
    Backend{.name = "opencl",
            .sentence = "Pages are buffers of an OpenCL device, copies run on a queue of their own.",
            .holds_bytes = true,
            .make = make_opencl},
#endif
};

}  // namespace

std::span<const Backend> backends() {
  return kBackends;
}

const Backend* find_backend(std::string_view name) {
  const auto* found =
      std::find_if(kBackends.begin(), kBackends.end(), [&](const Backend& backend) { return backend.name == name; });
  return found == kBackends.end() ? nullptr : found;
}

std::vector<DeviceInfo> opencl_devices() {
  std::vector<DeviceInfo> devices;
#ifdef ARENASIM_HAS_OPENCL
  devices = list_opencl_devices({});
#endif
  return devices;
}

}  // namespace arenasim::backends
