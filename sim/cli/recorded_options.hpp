// What a recording beside its events changes about a replay: settings that become defaults, and `--against-recorded`.
#pragma once

#include <memory>

#include "sim/cli/policy_argument.hpp"
#include "sim/cli/trace_options.hpp"
#include "sim/recorded/anchors.hpp"
#include "sim/report/report_input.hpp"

namespace arenasim::sim::cli {

/// Takes the settings of the recorded allocator for what the policy was not given. Reads the trace up to its first
/// event, and only where the policy knows such settings; `place` can then be read again.
void adopt_recorded_settings(PolicyArgument& policy, TracePlace& place, const traces::ReadOptions& reading);

/// What `--against-recorded` came to, or who will tell once the replay is done.
struct AgainstRecorded {
  report::RecordedComparison comparison;
  std::unique_ptr<recorded::AnchoredComparison> observer;

  [[nodiscard]] const report::RecordedComparison& answer() const { return observer ? observer->answer() : comparison; }
};

/// Reads the whole trace and holds the policy against what its recording did; a flavour of the policy that fits better
/// becomes a note. Where the recording has addresses and no segments, the replay itself is to be observed. Throws
/// UsageError where the trace has no ground truth, or is of several devices, or where the policy lacks what following
/// the recording needs.
[[nodiscard]] AgainstRecorded compare_with_recording(PolicyArgument& policy, const TracePlace& place,
                                                     const traces::ReadOptions& reading);

}  // namespace arenasim::sim::cli
