// Traces times setups: read once, replayed on every core.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/cli/device_options.hpp"
#include "sim/cli/policy_argument.hpp"
#include "sim/cli/timing_options.hpp"
#include "sim/cli/trace_options.hpp"
#include "sim/compare/cell.hpp"
#include "sim/experiment/run.hpp"
#include "sim/parallel.hpp"
#include "traces/parsed_trace.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

/// A trace in memory, and what tables call it.
struct LoadedTrace {
  std::string label;
  std::unique_ptr<traces::ParsedTrace> parsed;
};

/// Adds `--jobs`.
void add_jobs(CLI::App& app, Jobs& jobs);

/// Reads every trace once, at the same time.
[[nodiscard]] std::vector<LoadedTrace> load(std::vector<TracePlace> places, const traces::ReadOptions& options,
                                            Jobs jobs);

/// The policies of a repeated `--policy`: in the order of the table of policies, then by what was written, so that the
/// order in which they were named changes nothing. Every policy where none is named. Throws UsageError, for one that is
/// named twice too.
[[nodiscard]] std::vector<PolicyArgument> parse_policies(const std::vector<std::string>& texts);

/// The bytes that a capacity stands for on a trace. Throws UsageError past 2^64 - 1.
[[nodiscard]] std::optional<core::Bytes> capacity_on(const traces::ParsedTrace& trace,
                                                     const std::optional<CapacityChoice>& choice);

/// What the options ask for, on one trace. `device` outlives the setup.
[[nodiscard]] experiment::Setup setup_for(const PolicyArgument& policy, const DeviceOptions& device,
                                          const TimingOptions& timing, const traces::ParsedTrace& trace);

/// One cell that is to be run.
struct Task {
  const LoadedTrace* trace = nullptr;
  experiment::Setup setup;
};

/// Runs one. Errors name the trace and the policy. Throws UsageError, MissingCapability, AuditFailure,
/// backends::DeviceError.
[[nodiscard]] compare::Cell run_task(const Task& task);

/// One at a time where a device really holds the bytes, so that neighbours do not take each other's memory.
[[nodiscard]] Jobs jobs_on(const backends::Backend& backend, Jobs jobs);

}  // namespace arenasim::sim::cli
