// What a machine's devices say of themselves, as `list devices` shows it.
#pragma once

#include <cstdint>
#include <string>

#include "core/storage.hpp"

namespace arenasim::backends {

struct DeviceInfo {
  std::size_t platform_index = 0;
  std::size_t device_index = 0;  ///< within its platform
  std::string platform;
  std::string name;
  std::string type;  ///< CPU, GPU, accelerator, other
  std::string driver;
  core::Bytes memory;        ///< all of it
  core::Bytes largest_page;  ///< largest single allocation
  std::uint64_t alignment_bits = 0;
  core::Limits limits;  ///< what the backend makes of them
};

}  // namespace arenasim::backends
