#include "traces/device_counts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <variant>

#include <fmt/format.h>

#include "traces/intake.hpp"

namespace arenasim::traces {

CountedDevice::CountedDevice(std::uint32_t index, DeviceId device, std::int32_t type, bool selected)
    : type_(type), index_(index) {
  count.device = device;
  count.selected = selected;
  if (type != kNoDeviceType) {
    count.type = type;
  }
}

DeviceCount CountedDevice::finished() {
  DeviceCount result = count;
  result.distinct_sizes = sizes_.size();
  result.streams = streams_.size();
  return result;
}

CountedDevice* DeviceCounts::find(DeviceId device, std::int32_t type) {
  const auto found =
      std::find_if(devices_.begin(), devices_.end(), [&](const CountedDevice& one) { return one.is(device, type); });
  return found == devices_.end() ? nullptr : &*found;
}

CountedDevice& DeviceCounts::find_or_add(DeviceId device, std::int32_t type) {
  last_ = find(device, type);
  if (last_ == nullptr) {
    const bool selected = wanted(device, type);
    const bool another =
        std::any_of(devices_.begin(), devices_.end(), [](const CountedDevice& one) { return one.count.selected; });
    ambiguous_ = ambiguous_ || (selected && another && !std::holds_alternative<AllDevices>(selection_));
    last_ = &devices_.emplace_back(static_cast<std::uint32_t>(devices_.size()), device, type, selected);
  }
  return *last_;
}

bool DeviceCounts::wanted(DeviceId device, std::int32_t type) const {
  const auto* choice = std::get_if<DeviceChoice>(&selection_);
  return choice == nullptr || (choice->device == device && choice->type.value_or(type) == type);
}

bool DeviceCounts::takes(DeviceId device, std::int32_t type) {
  const CountedDevice* known = find(device, type);
  return known != nullptr ? known->selected() : wanted(device, type);
}

std::uint64_t DeviceCounts::live_bytes() const {
  return std::accumulate(devices_.begin(), devices_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const CountedDevice& one) {
                           return sum + static_cast<std::uint64_t>(one.count.end_bytes);
                         });
}

std::vector<DeviceCount> DeviceCounts::finished() {
  std::vector<DeviceCount> counts;
  counts.reserve(devices_.size());
  for (CountedDevice& device : devices_) {
    counts.push_back(device.finished());
  }
  const auto key = [](const DeviceCount& one) {
    return std::tuple{one.type.value_or(std::numeric_limits<std::int32_t>::min()), one.device};
  };
  std::sort(counts.begin(), counts.end(),
            [&key](const DeviceCount& left, const DeviceCount& right) { return key(left) < key(right); });
  return counts;
}

std::string device_name(const DeviceCount& device) {
  return device.type ? fmt::format("{}:{}", *device.type, device.device.number())
                     : fmt::format("{}", device.device.number());
}

}  // namespace arenasim::traces
