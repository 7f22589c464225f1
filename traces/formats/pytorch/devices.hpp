// Which of a snapshot's devices are taken: the one that has events, or those that were asked for (spec/formats.md 3).
#pragma once

#include <cstdint>
#include <map>

#include "traces/event.hpp"
#include "traces/read_options.hpp"

namespace arenasim::traces::pytorch {

/// What is asked for, or the only device there is. `records`: how many each device has; those with none are not there.
/// Throws InputError (ambiguous_device) where there are several and nothing is asked for.
[[nodiscard]] DeviceSelection choose_device(const DeviceSelection& asked,
                                            const std::map<DeviceId, std::uint64_t>& records);

[[nodiscard]] bool is_selected(const DeviceSelection& selection, DeviceId device);

}  // namespace arenasim::traces::pytorch
