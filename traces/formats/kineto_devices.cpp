#include "traces/formats/kineto_devices.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "traces/input_error.hpp"

namespace arenasim::traces {
namespace {

constexpr std::int32_t kCpu = 0;

bool is_of(const KinetoDevice& device, const MemoryEvent& event) {
  return device.type == event.device_type && device.id == event.device;
}

}  // namespace

std::optional<std::uint64_t> KinetoDevice::baseline() const {
  std::int64_t before = 0;
  if (first_total == kNotSaid || __builtin_sub_overflow(first_total, first_bytes, &before) || before < 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(before);
}

void KinetoDevice::follow(const MemoryEvent& event) {
  if (event.total_allocated == kNotSaid) {
    expected_total.reset();
    return;
  }
  std::int64_t expected = 0;
  if (expected_total &&
      (__builtin_add_overflow(*expected_total, event.bytes, &expected) || expected != event.total_allocated)) {
    ++breaks;
  }
  expected_total = event.total_allocated;
}

void KinetoDevices::add(const MemoryEvent& event) {
  KinetoDevice& device = of(event);
  if (device.events != 0 && event.time < device.last_time) {
    ++device.resorted;
  }
  if (device.events == 0 || event.time < device.first_time) {
    device.first_time = event.time;
    device.first_total = event.total_allocated;
    device.first_bytes = event.bytes;
  }
  ++device.events;
  device.allocs += event.bytes >= 0 ? 1 : 0;
  device.last_time = event.time;
  device.greatest_total = std::max(device.greatest_total, event.total_allocated);
}

KinetoDevice& KinetoDevices::of(const MemoryEvent& event) {
  if (last_ < devices_.size() && is_of(devices_[last_], event)) {
    return devices_[last_];
  }
  const auto found = std::find_if(devices_.begin(), devices_.end(),
                                  [&event](const KinetoDevice& device) { return is_of(device, event); });
  last_ = static_cast<std::size_t>(found - devices_.begin());
  if (found == devices_.end()) {
    KinetoDevice device;
    device.type = event.device_type;
    device.id = event.device;
    devices_.push_back(device);
  }
  return devices_[last_];
}

std::int64_t KinetoDevices::earliest() const {
  const auto first = std::min_element(
      devices_.begin(), devices_.end(),
      [](const KinetoDevice& left, const KinetoDevice& right) { return left.first_time < right.first_time; });
  return first == devices_.end() ? 0 : first->first_time;
}

DeviceSelection KinetoDevices::choose(const DeviceSelection& asked) const {
  if (!std::holds_alternative<DefaultDevice>(asked) || devices_.empty()) {
    return asked;
  }
  const auto is_no_cpu = [](const KinetoDevice& device) { return device.type != kCpu; };
  const auto others = std::count_if(devices_.begin(), devices_.end(), is_no_cpu);
  if (others == 1) {
    const auto only = std::find_if(devices_.begin(), devices_.end(), is_no_cpu);
    return DeviceChoice{only->type, DeviceId{only->id}};
  }
  if (devices_.size() == 1) {
    return DeviceChoice{devices_[0].type, DeviceId{devices_[0].id}};
  }
  std::string list;
  for (const KinetoDevice& device : devices_) {
    list += fmt::format("{}{}:{} ({} events)", list.empty() ? "" : ", ", device.type, device.id, device.events);
  }
  throw InputError(ErrorClass::ambiguous_device, WholeFile{},
                   fmt::format("several devices: {}; choose one with --device TYPE:ID, or all", list));
}

bool takes(const DeviceSelection& selection, const KinetoDevice& device) {
  const auto* const choice = std::get_if<DeviceChoice>(&selection);
  return choice == nullptr ||
         (choice->device == DeviceId{device.id} && (!choice->type || *choice->type == device.type));
}

}  // namespace arenasim::traces
