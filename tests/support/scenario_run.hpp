// Scenarios run in process: commands in, the text of their facts out.
#pragma once

#include <memory>
#include <string>

#include "backends/device.hpp"
#include "core/allocator.hpp"
#include "core/policies/policy.hpp"
#include "sim/scenario.hpp"
#include "sim/verification.hpp"

namespace arenasim::tests {

/// The policy that `--policy` names so. Throws where there is none, or an option is wrong.
[[nodiscard]] std::unique_ptr<core::Allocator> make_policy(const std::string& text, const core::Workplace& workplace);

struct RunOptions {
  bool audits = false;                     ///< after every command
  sim::Verify verify = sim::Verify::none;  ///< on a device that holds bytes
};

/// What `arenasim scenario` prints of it, on the given device. Throws what the engine and verification throw.
[[nodiscard]] std::string facts_of(const sim::Scenario& scenario, backends::Device& device, RunOptions options = {});

/// The same on the bookkeeping backend, with the limits of its first line.
[[nodiscard]] std::string facts_on_paper(const std::string& scenario, RunOptions options = {});

}  // namespace arenasim::tests
