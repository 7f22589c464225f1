// A device with a policy at work on it: what replay and scenario drive.
#pragma once

#include <memory>
#include <vector>

#include "backends/backends.hpp"
#include "backends/faults.hpp"
#include "core/allocator.hpp"
#include "core/fact_log.hpp"
#include "sim/cli/policy_argument.hpp"
#include "sim/engine.hpp"
#include "sim/verification.hpp"

namespace arenasim::sim::cli {

class Workbench {
 public:
  /// Throws UsageError where the policy finds its options at odds. `policy` outlives it. `verify` is none where pages
  /// hold no bytes. `lifetimes` outlives it and is null where nobody knows them.
  Workbench(std::unique_ptr<backends::Device> device, const PolicyArgument& policy, core::FactDetail detail,
            Verify verify, const core::Lifetimes* lifetimes = nullptr);

  [[nodiscard]] const backends::Device& device() const { return *device_; }

  [[nodiscard]] backends::Faults& faults() { return faults_; }
  [[nodiscard]] const core::Allocator& allocator() const { return *allocator_; }
  [[nodiscard]] const core::Storage& storage() const { return faults_; }
  [[nodiscard]] Workplace workplace() { return {.allocator = *allocator_, .log = log_, .faults = &faults_}; }

  /// Adds verification where it was asked for.
  void add_observers(std::vector<Observer*>& observers);

  /// To be called when the replay is over: looks at what is still held. Throws WrongBytes.
  void finish();

 private:
  [[nodiscard]] core::Storage& watched_storage();

  std::unique_ptr<backends::Device> device_;
  std::unique_ptr<Verification> verification_;  ///< null: none
  std::unique_ptr<VerifiedStorage> verified_;
  backends::Faults faults_;
  core::FactLog log_;
  std::unique_ptr<core::Allocator> allocator_;
};

}  // namespace arenasim::sim::cli
