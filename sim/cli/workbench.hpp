// A device with a policy at work on it: what replay and scenario drive.
#pragma once

#include <memory>

#include "backends/backends.hpp"
#include "backends/faults.hpp"
#include "core/allocator.hpp"
#include "core/fact_log.hpp"
#include "sim/cli/policy_argument.hpp"
#include "sim/engine.hpp"

namespace arenasim::sim::cli {

class Workbench {
 public:
  /// Throws DeviceError, and UsageError where the policy finds its options at odds. `policy` outlives it.
  Workbench(const backends::Backend& backend, const backends::DeviceRequest& request, const PolicyArgument& policy,
            core::FactDetail detail);

  [[nodiscard]] const backends::Device& device() const { return *device_; }

  [[nodiscard]] backends::Faults& faults() { return faults_; }
  [[nodiscard]] const core::Allocator& allocator() const { return *allocator_; }
  [[nodiscard]] const core::Storage& storage() const { return faults_; }
  [[nodiscard]] Workplace workplace() { return {.allocator = *allocator_, .log = log_, .faults = &faults_}; }

 private:
  std::unique_ptr<backends::Device> device_;
  backends::Faults faults_;
  core::FactLog log_;
  std::unique_ptr<core::Allocator> allocator_;
};

}  // namespace arenasim::sim::cli
