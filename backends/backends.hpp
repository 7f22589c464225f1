// The table of backends: one row each, one folder each.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backends/device.hpp"
#include "backends/device_info.hpp"
#include "core/values.hpp"

namespace arenasim::backends {

/// Which device, and how much of it.
struct DeviceRequest {
  LimitsRequest limits;
  std::string platform;         ///< `--cl-platform`: an index or a part of the name; empty: any
  std::string device;           ///< `--cl-device`: the same
  core::Fraction share{8, 10};  ///< of the device's memory that pages may take together
};

struct Backend {
  std::string_view name;
  std::string_view sentence;
  bool holds_bytes = false;  ///< so that verification means something
  /// Throws DeviceError where there is no such device or it cannot be used.
  std::unique_ptr<Device> (*make)(const DeviceRequest& request) = nullptr;
};

/// Every backend built in, in the order `list backends` shows them; the first is the default.
[[nodiscard]] std::span<const Backend> backends();

/// Null where there is none of that name.
[[nodiscard]] const Backend* find_backend(std::string_view name);

/// The OpenCL devices of this machine; none where the backend is not built in. Throws DeviceError where there is no
/// OpenCL on this machine.
[[nodiscard]] std::vector<DeviceInfo> opencl_devices();

}  // namespace arenasim::backends
