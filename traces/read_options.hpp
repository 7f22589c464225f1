// How a trace is to be read, whatever its format.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "traces/event.hpp"

namespace arenasim::traces {

/// `--device`: what to take of a file that holds several.
struct AllDevices {};
struct DeviceChoice {
  std::optional<std::int32_t> type;  ///< `1:0` names type and id, `0` the id alone
  DeviceId device;
};
/// Nothing said: the format's own rule, else `ambiguous_device`.
struct DefaultDevice {};

using DeviceSelection = std::variant<DefaultDevice, DeviceChoice, AllDevices>;

enum class ReallocOrder : std::uint8_t { free_first, copy };

struct ReadOptions {
  DeviceSelection device;
  bool lenient = false;
  bool sort = false;
  ReallocOrder realloc = ReallocOrder::free_first;
  std::uint64_t max_unwrapped_bytes = std::uint64_t{64} << 30U;
  std::map<std::string, std::string> format_options;  ///< validated against the format's own option table
};

}  // namespace arenasim::traces
