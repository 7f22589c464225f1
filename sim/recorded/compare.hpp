// `--against-recorded`: what a recording did beside what a policy would have done.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/allocator.hpp"
#include "core/policies/policy.hpp"
#include "sim/recorded/recording.hpp"
#include "sim/report/report_input.hpp"

namespace arenasim::sim::recorded {

/// Makes the policy on a device without a limit.
using MakePolicy = std::function<std::unique_ptr<core::Allocator>(const core::Workplace& at)>;

/// True where the recording says in which segments its blocks lay, so that a policy can follow it.
[[nodiscard]] bool has_places(const traces::Recorded& recorded);

/// Walks a recording that `has_places` with a policy of its own. Nothing where the policy cannot be put where a
/// recording was.
[[nodiscard]] std::optional<report::RecordedComparison> compare(const Recording& recording, const MakePolicy& make);

}  // namespace arenasim::sim::recorded
