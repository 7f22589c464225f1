// What every backend is: a device behind core's ports, and what it can do besides.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "backends/measurements.hpp"
#include "backends/patterns.hpp"
#include "core/storage.hpp"

namespace arenasim::backends {

/// A device failed in a way that is no refusal: what it was doing, and the name of the error. The replay ends.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Device : public core::Storage, public core::CopyQueue {
 public:
  /// Null where pages hold no bytes.
  [[nodiscard]] virtual Patterns* patterns() { return nullptr; }

  /// Null where nothing is measured.
  [[nodiscard]] virtual const Measurements* measurements() const { return nullptr; }

  /// What a person calls it: platform, device, driver. Empty where there is none.
  [[nodiscard]] virtual std::string title() const { return {}; }
};

/// The limits somebody asks for; what is left out is the backend's to say.
struct LimitsRequest {
  std::optional<core::Bytes> capacity;
  bool without_capacity = false;  ///< no capacity is stated, whatever the backend knows
  std::optional<core::Bytes> largest_page;
  std::optional<core::Alignment> alignment;

  [[nodiscard]] core::Limits over(core::Limits backend) const;
};

}  // namespace arenasim::backends
