// Scenarios run in process: commands in, the text of their facts out.
#pragma once

#include <memory>
#include <string>

#include "core/allocator.hpp"
#include "core/policies/policy.hpp"
#include "core/storage.hpp"
#include "sim/scenario.hpp"

namespace arenasim::tests {

/// The policy that `--policy` names so. Throws where there is none, or an option is wrong.
[[nodiscard]] std::unique_ptr<core::Allocator> make_policy(const std::string& text, const core::Workplace& workplace);

/// What `arenasim scenario` prints of it, on the given device. With `audits`, after every command too. Throws what the
/// engine throws.
[[nodiscard]] std::string facts_of(const sim::Scenario& scenario, core::Storage& storage, core::CopyQueue& copies,
                                   bool audits = false);

/// The same on the bookkeeping backend, with the limits of its first line.
[[nodiscard]] std::string facts_on_paper(const std::string& scenario, bool audits = false);

}  // namespace arenasim::tests
