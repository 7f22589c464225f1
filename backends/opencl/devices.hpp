// The OpenCL devices of a machine, and the choice among them.
#pragma once

#include <string>
#include <vector>

#include "backends/device_info.hpp"
#include "backends/opencl/calls.hpp"
#include "core/values.hpp"

namespace arenasim::backends::opencl {

struct FoundDevice {
  DeviceInfo info;
  cl_platform_id platform = nullptr;
  cl_device_id id = nullptr;
};

/// In order of platforms; none is no error. `share` of a device's memory becomes its capacity.
[[nodiscard]] std::vector<FoundDevice> find_devices(const Calls& calls, core::Fraction share);

/// `platform` and `device`: an index, a part of the name in any case, or nothing. Where several fit, the first GPU,
/// else the first. Throws DeviceError that lists what there is where none fits.
[[nodiscard]] FoundDevice choose_device(const std::vector<FoundDevice>& devices, const std::string& platform,
                                        const std::string& device);

}  // namespace arenasim::backends::opencl
