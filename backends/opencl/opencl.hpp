// What the table of backends needs of OpenCL: no OpenCL header comes with it.
#pragma once

#include <memory>
#include <vector>

#include "backends/backends.hpp"
#include "backends/device_info.hpp"

namespace arenasim::backends {

/// The chosen device of this machine, with its own limits unless others are asked for. Loads the OpenCL loader. Throws
/// DeviceError: no loader, no device that fits, a device that cannot be used.
[[nodiscard]] std::unique_ptr<Device> make_opencl(const DeviceRequest& request);

/// Every OpenCL device of this machine. Throws DeviceError where there is no loader.
[[nodiscard]] std::vector<DeviceInfo> list_opencl_devices(const DeviceRequest& request);

}  // namespace arenasim::backends
