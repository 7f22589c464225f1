// `fit`: the smallest capacity, or value of an option, at which a trace runs without a failure.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/fit_target.hpp"
#include "sim/cli/matrix.hpp"
#include "sim/cli/metric_options.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/rule_options.hpp"
#include "sim/cli/values.hpp"
#include "sim/cli/work_progress.hpp"
#include "sim/search/fit_result.hpp"

namespace arenasim::sim::cli {
namespace {

class FitCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    trace_.describe(app);
    add_policies(app, policies_, "a policy, with options, once for each (default arena)");
    app.add_option("--option", option_, "look for a policy's option instead of the capacity: its name and the values")
        ->type_name("NAME=FROM..TO[/STEP]");
    add_value(app, "--step", step_, core::parse_bytes, kSize, "capacities are multiples of it (default the alignment)");
    add_value(app, "--probes", probes_, core::parse_count, kCount,
              "how many values over the whole range are tried before the search closes in (default 33)");
    app.add_option("--fail-on", fail_on_, "what must not be at the value looked for (default failures_count>0)")
        ->type_name("RULES");
    device_.describe(app);
    timing_.describe(app);
    add_jobs(app, jobs_);
    add_output(app, "--json", json_, "write what was tried and found");
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    if (!option_.empty() && step_) {
      throw UsageError{"--step is for capacities; an option's step stands behind its values: 1MiB..64MiB/1MiB"};
    }
    if (option_.empty() && device_.capacity()) {
      throw UsageError{"--capacity is what fit looks for; it is of use with --option alone"};
    }
    Person person(person_beside({json_}));
    const auto json = opened(json_);
    const std::vector<compare::Rule> rules = parse_fit_rules(fail_on_);
    const std::vector<PolicyArgument> policies =
        parse_policies(policies_.empty() ? std::vector<std::string>{"arena"} : policies_);
    std::vector<TracePlace> places;
    places.push_back(trace_.place());
    const std::vector<LoadedTrace> traces = load(std::move(places), trace_.reading(), jobs_);
    std::vector<search::FitResult> results;
    results.reserve(policies.size());
    for (const PolicyArgument& policy : policies) {
      results.push_back(fit(policy, traces.front(), rules));
    }
    write_text(json, [&] { return search::fit_json(traces.front().label, results); });
    if (!speech_.quiet) {
      person.text() << search::fit_text(traces.front().label, results);
    }
    person.finish();
    return ExitCode::done;
  }

 private:
  [[nodiscard]] search::FitResult fit(const PolicyArgument& policy, const LoadedTrace& trace,
                                      const std::vector<compare::Rule>& rules) {
    const Jobs jobs = jobs_on(device_.backend(), jobs_);
    WorkProgress progress("", 0, speech_.progress);
    FitTarget target({.trace = &trace,
                      .policy = policy,
                      .base = setup_for(policy, device_, timing_, *trace.parsed),
                      .rules = rules,
                      .tried = [&progress, &policy](std::uint64_t count) {
                        progress.say(fmt::format("{}: {} values tried", policy.text, count));
                      }});
    return option_.empty() ? target.fit_capacity(step_, probes_, jobs)
                           : target.fit_option(parse_fit_option(option_, policy), probes_, jobs);
  }

  TraceOptions trace_;
  std::vector<std::string> policies_;
  std::string option_;
  std::optional<core::Bytes> step_;
  std::uint64_t probes_ = 33;
  std::string fail_on_ = "failures_count>0";
  DeviceOptions device_;
  TimingOptions timing_;
  Jobs jobs_;
  OutputPath json_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_fit_command() {
  return std::make_unique<FitCommand>();
}

}  // namespace arenasim::sim::cli
