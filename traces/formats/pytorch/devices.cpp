#include "traces/formats/pytorch/devices.hpp"

#include <string>
#include <variant>

#include <fmt/format.h>

#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {

DeviceSelection choose_device(const DeviceSelection& asked, const std::map<DeviceId, std::uint64_t>& records) {
  if (!std::holds_alternative<DefaultDevice>(asked) || records.empty()) {
    return asked;
  }
  if (records.size() == 1) {
    return DeviceChoice{.type = {}, .device = records.begin()->first};
  }
  std::string names;
  for (const auto& [device, count] : records) {
    names += fmt::format("{}{} ({} records)", names.empty() ? "" : ", ", device.number(), count);
  }
  throw InputError(ErrorClass::ambiguous_device, WholeFile{},
                   fmt::format("the trace holds devices {}; choose one or all with --device", names));
}

bool is_selected(const DeviceSelection& selection, DeviceId device) {
  const auto* const choice = std::get_if<DeviceChoice>(&selection);
  return choice == nullptr || (choice->device == device && !choice->type);
}

}  // namespace arenasim::traces::pytorch
