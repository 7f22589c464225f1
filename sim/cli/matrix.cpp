#include "sim/cli/matrix.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include <CLI/CLI.hpp>

#include "sim/cli/failures.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr unsigned kMostJobs = 4096;

std::optional<Jobs> parse_jobs(const std::string& text) {
  const auto count = core::parse_count(text);
  return count && *count > 0 && *count <= kMostJobs ? std::optional(Jobs{static_cast<unsigned>(*count)}) : std::nullopt;
}

std::size_t place_in_table(const core::Policy& policy) {
  const auto rows = core::policies();
  return static_cast<std::size_t>(std::find(rows.begin(), rows.end(), &policy) - rows.begin());
}

std::string with_place(const Task& task, const char* what) {
  return task.trace->label + " under " + task.setup.label + ": " + what;
}

}  // namespace

void add_jobs(CLI::App& app, Jobs& jobs) {
  add_value(app, "--jobs", jobs, parse_jobs, {"N", "a whole number from 1"},
            "how many replays run at once (default: one a core)");
}

std::vector<LoadedTrace> load(std::vector<TracePlace> places, const traces::ReadOptions& options, Jobs jobs) {
  std::vector<LoadedTrace> traces(places.size());
  for_each_index(places.size(), jobs, [&](std::size_t at) {
    traces[at].label = places[at].label();
    traces[at].parsed = std::make_unique<traces::ParsedTrace>();
    places[at].read(options, *traces[at].parsed, traces[at].parsed->contents());
  });
  return traces;
}

std::vector<PolicyArgument> parse_policies(const std::vector<std::string>& texts) {
  std::vector<PolicyArgument> policies;
  std::transform(texts.begin(), texts.end(), std::back_inserter(policies), parse_policy);
  if (texts.empty()) {
    for (const core::Policy* policy : core::policies()) {
      policies.push_back(parse_policy(policy->name));
    }
  }
  const auto key = [](const PolicyArgument& policy) {
    return std::tuple{place_in_table(*policy.policy), std::string_view{policy.text}};
  };
  std::sort(policies.begin(), policies.end(),
            [&key](const PolicyArgument& left, const PolicyArgument& right) { return key(left) < key(right); });
  const auto twice = std::adjacent_find(
      policies.begin(), policies.end(),
      [](const PolicyArgument& left, const PolicyArgument& right) { return left.text == right.text; });
  if (twice != policies.end()) {
    throw UsageError{"the policy '" + twice->text + "' is named twice"};
  }
  return policies;
}

std::optional<core::Bytes> capacity_on(const traces::ParsedTrace& trace, const std::optional<CapacityChoice>& choice) {
  const CapacityChoice given = choice.value_or(CapacityChoice{});
  if (const auto* bytes = std::get_if<core::Bytes>(&given)) {
    return *bytes;
  }
  const auto* times = std::get_if<core::Fraction>(&given);
  if (times == nullptr) {
    return std::nullopt;
  }
  const core::Bytes peak{static_cast<std::uint64_t>(trace.contents().import.live_peak_bytes)};
  const auto capacity = core::scaled(peak, *times);
  if (!capacity) {
    throw UsageError{"--capacity: so many times the trace's peak is more than 2^64 - 1 bytes"};
  }
  return capacity;
}

experiment::Setup setup_for(const PolicyArgument& policy, const DeviceOptions& device, const TimingOptions& timing,
                            const traces::ParsedTrace& trace) {
  PolicyArgument completed = policy;
  adopt(completed, &trace.contents().recorded.settings);
  experiment::Setup setup{.policy = completed.policy,
                          .options = completed.options,
                          .label = policy.text,
                          .backend = &device.backend(),
                          .device = device.request(capacity_on(trace, device.capacity())),
                          .arm = [&device](backends::Faults& faults) { device.arm(faults); },
                          .faults = device.faults(),
                          .verify = device.verify(),
                          .engine = timing.settings(),
                          .cost_model = timing.cost_model()};
  setup.notes = completed.notes;
  return setup;
}

compare::Cell run_task(const Task& task) {
  try {
    const experiment::Outcome outcome = experiment::run(task.setup, *task.trace->parsed);
    return compare::cell_of(task.trace->label, *task.trace->parsed, task.setup, outcome);
  } catch (const experiment::BadSetup& error) {
    throw UsageError{with_place(task, error.what())};
  } catch (const MissingCapability& error) {
    throw MissingCapability{with_place(task, error.what())};
  } catch (const AuditFailure& error) {
    throw AuditFailure{with_place(task, error.what())};
  } catch (const backends::DeviceError& error) {
    throw backends::DeviceError{with_place(task, error.what())};
  }
}

Jobs jobs_on(const backends::Backend& backend, Jobs jobs) {
  return backend.holds_bytes ? Jobs{1} : jobs;
}

}  // namespace arenasim::sim::cli
