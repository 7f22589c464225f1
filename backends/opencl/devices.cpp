#include "backends/opencl/devices.hpp"

#include <algorithm>
#include <bit>
#include <cctype>

#include "backends/device.hpp"
#include "backends/opencl/error.hpp"

namespace arenasim::backends::opencl {
namespace {

std::string without_end(std::string text) {
  while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) {
    text.pop_back();
  }
  return text;
}

std::string platform_text(const Calls& calls, cl_platform_id platform, cl_platform_info what) {
  std::size_t size = 0;
  require_success(calls.clGetPlatformInfo(platform, what, 0, nullptr, &size), "clGetPlatformInfo");
  std::string text(size, '\0');
  require_success(calls.clGetPlatformInfo(platform, what, size, text.data(), nullptr), "clGetPlatformInfo");
  return without_end(std::move(text));
}

std::string device_text(const Calls& calls, cl_device_id device, cl_device_info what) {
  std::size_t size = 0;
  require_success(calls.clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  require_success(calls.clGetDeviceInfo(device, what, size, text.data(), nullptr), "clGetDeviceInfo");
  return without_end(std::move(text));
}

template <class Number>
Number device_number(const Calls& calls, cl_device_id device, cl_device_info what) {
  Number number = 0;
  require_success(calls.clGetDeviceInfo(device, what, sizeof number, &number, nullptr), "clGetDeviceInfo");
  return number;
}

std::string type_name(cl_device_type type) {
  return (type & CL_DEVICE_TYPE_GPU) != 0           ? "GPU"
         : (type & CL_DEVICE_TYPE_CPU) != 0         ? "CPU"
         : (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? "accelerator"
                                                    : "other";
}

/// The device states bits, and not always a power of two.
core::Alignment alignment_of(std::uint64_t bits) {
  return *core::Alignment::of(core::Bytes{std::bit_ceil(std::max<std::uint64_t>(bits / 8, 1))});
}

DeviceInfo info_of(const Calls& calls, cl_device_id device, core::Fraction share) {
  DeviceInfo info;
  info.name = device_text(calls, device, CL_DEVICE_NAME);
  info.driver = device_text(calls, device, CL_DRIVER_VERSION);
  info.type = type_name(device_number<cl_device_type>(calls, device, CL_DEVICE_TYPE));
  info.memory = core::Bytes{device_number<cl_ulong>(calls, device, CL_DEVICE_GLOBAL_MEM_SIZE)};
  info.largest_page = core::Bytes{device_number<cl_ulong>(calls, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE)};
  info.alignment_bits = device_number<cl_uint>(calls, device, CL_DEVICE_MEM_BASE_ADDR_ALIGN);
  info.limits = {.capacity = core::scaled(info.memory, share),
                 .largest_page = info.largest_page,
                 .alignment = alignment_of(info.alignment_bits)};
  return info;
}

std::vector<cl_device_id> devices_of(const Calls& calls, cl_platform_id platform) {
  cl_uint count = 0;
  const cl_int code = calls.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (code == CL_DEVICE_NOT_FOUND || count == 0) {
    return {};
  }
  require_success(code, "clGetDeviceIDs");
  std::vector<cl_device_id> ids(count);
  require_success(calls.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr), "clGetDeviceIDs");
  return ids;
}

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

bool is_meant(const std::string& wanted, std::size_t index, const std::string& name) {
  const bool is_index = !wanted.empty() && wanted.find_first_not_of("0123456789") == std::string::npos;
  return is_index ? wanted == std::to_string(index)
                  : in_lower_case(name).find(in_lower_case(wanted)) != std::string::npos;
}

std::string listing(const std::vector<FoundDevice>& devices) {
  if (devices.empty()) {
    return "there is none (is a driver installed, such as pocl-opencl-icd, and listed in /etc/OpenCL/vendors?)";
  }
  std::string text = "there are";
  for (const FoundDevice& device : devices) {
    text += (&device == devices.data() ? " " : ", ") + std::to_string(device.info.platform_index) + ":" +
            std::to_string(device.info.device_index) + " " + device.info.platform + ": " + device.info.name;
  }
  return text;
}

}  // namespace

std::vector<FoundDevice> find_devices(const Calls& calls, core::Fraction share) {
  constexpr cl_int kNoPlatform = -1001;
  cl_uint count = 0;
  const cl_int code = calls.clGetPlatformIDs(0, nullptr, &count);
  if (code == kNoPlatform || count == 0) {
    return {};
  }
  require_success(code, "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  require_success(calls.clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::vector<FoundDevice> found;
  for (std::size_t platform = 0; platform < platforms.size(); ++platform) {
    const auto ids = devices_of(calls, platforms[platform]);
    for (std::size_t device = 0; device < ids.size(); ++device) {
      FoundDevice one{info_of(calls, ids[device], share), platforms[platform], ids[device]};
      one.info.platform_index = platform;
      one.info.device_index = device;
      one.info.platform = platform_text(calls, platforms[platform], CL_PLATFORM_NAME);
      found.push_back(std::move(one));
    }
  }
  return found;
}

FoundDevice choose_device(const std::vector<FoundDevice>& devices, const std::string& platform,
                          const std::string& device) {
  std::vector<FoundDevice> meant;
  std::copy_if(devices.begin(), devices.end(), std::back_inserter(meant), [&](const FoundDevice& one) {
    return is_meant(platform, one.info.platform_index, one.info.platform) &&
           is_meant(device, one.info.device_index, one.info.name);
  });
  if (meant.empty()) {
    throw DeviceError("no OpenCL device" + (platform.empty() ? "" : " of platform '" + platform + "'") +
                      (device.empty() ? "" : " named '" + device + "'") + ": " + listing(devices));
  }
  const auto gpu =
      std::find_if(meant.begin(), meant.end(), [](const FoundDevice& one) { return one.info.type == "GPU"; });
  return gpu == meant.end() ? meant.front() : *gpu;
}

}  // namespace arenasim::backends::opencl
