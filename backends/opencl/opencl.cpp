#include "backends/opencl/opencl.hpp"

#include "backends/opencl/buffers.hpp"
#include "backends/opencl/calls.hpp"
#include "backends/opencl/devices.hpp"

namespace arenasim::backends {

std::unique_ptr<Device> make_opencl(const DeviceRequest& request) {
  return std::make_unique<opencl::Buffers>(opencl::load_calls(), request);
}

std::vector<DeviceInfo> list_opencl_devices(const DeviceRequest& request) {
  std::vector<DeviceInfo> infos;
  for (const opencl::FoundDevice& found : opencl::find_devices(opencl::load_calls(), request.share)) {
    infos.push_back(found.info);
  }
  return infos;
}

}  // namespace arenasim::backends
