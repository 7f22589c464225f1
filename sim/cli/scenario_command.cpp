// `scenario`: commands from a file in, what came of each out, in the form of golden files.
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/device_options.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/person.hpp"
#include "sim/cli/policy_argument.hpp"
#include "sim/cli/workbench.hpp"
#include "sim/facts_text.hpp"
#include "sim/lifetimes.hpp"
#include "sim/scenario.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim::cli {
namespace {

/// Runs the commands and prints them with their facts.
void run_scenario(const Scenario& scenario, const DeviceLine& device, const DeviceOptions& options,
                  const std::string& path, std::ostream& out) {
  const PolicyArgument policy = parse_policy(device.policy_with_mode());
  backends::DeviceRequest request = options.request({});
  request.limits = {.capacity = device.limits.capacity,
                    .without_capacity = !device.limits.capacity,
                    .largest_page = device.limits.largest_page,
                    .alignment = device.limits.alignment};
  const Verify verify = options.verify();
  const core::Lifetimes lifetimes =
      policy.policy->needs_lifetimes ? lifetimes_of(scenario.commands) : core::Lifetimes{};
  Workbench bench{options.backend().make(request), policy, core::FactDetail::events, verify, &lifetimes};
  options.arm(bench.faults());
  FactsText text{out,
                 {.allocator = bench.allocator(), .storage = bench.storage(), .strings = scenario.strings},
                 FactsStyle::scenario};
  text.begin(device);
  EngineSettings settings;
  settings.policy = policy.policy->name;
  std::vector<Observer*> observers{&text};
  bench.add_observers(observers);
  Engine engine{bench.workplace(), settings, observers};
  try {
    engine.take(scenario.commands);
    engine.finish();
    bench.finish();
  } catch (const LiveBlock& error) {
    const traces::LinePosition position{.line = scenario.lines.at(error.event()), .column = 0};
    traces::InputError bad{traces::ErrorClass::inconsistent, position, error.what(), "ID"};
    bad.set_file(path);
    throw bad;
  }
}

class ScenarioCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    app.add_option("file", path_, "the scenario; - is standard input")->type_name("FILE")->required();
    app.add_flag("--check", check_, "compare with the facts that the file holds; exit 1 where they differ");
    app.add_option_function<std::string>(
           "--policy", [this](const std::string& text) { policy_ = text; }, "instead of the one the device line names")
        ->type_name("NAME[:key=value,...]");
    options_.describe_backend(app);
  }

  [[nodiscard]] ExitCode run() override {
    const Scenario scenario = read_scenario(path_);
    const DeviceLine device = policy_ ? device_line(scenario.device.limits, *policy_) : scenario.device;
    try {
      return check_ ? compare(scenario, device) : print(scenario, device);
    } catch (const AuditFailure& failure) {
      Person person{Person::At::standard_error};
      person.text() << "audit: " << failure.what() << '\n';
      return ExitCode::threshold;
    }
  }

 private:
  [[nodiscard]] ExitCode print(const Scenario& scenario, const DeviceLine& device) const {
    Output output{"-"};
    try {
      run_scenario(scenario, device, options_, path_, output.stream());
    } catch (const ClosedPipe&) {
      throw;
    } catch (...) {
      output.commit();  // what came before the error helps to find it
      throw;
    }
    output.commit();
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode compare(const Scenario& scenario, const DeviceLine& device) const {
    if (!scenario.has_facts) {
      throw UsageError{"--check: " + path_ + " holds no facts; its commands would begin with '> '"};
    }
    std::ostringstream facts;
    run_scenario(scenario, device, options_, path_, facts);
    const auto difference = first_difference(scenario.text, facts.str());
    Person person{Person::At::standard_output};
    if (!difference) {
      person.text() << path_ << ": as expected, " << scenario.commands.size() << " commands\n";
      person.finish();
      return ExitCode::done;
    }
    const auto shown = [](const std::string& line) { return line.empty() ? "(nothing)" : line; };
    person.text() << path_ << ':' << difference->line << ": differs\n  expected: " << shown(difference->expected)
                  << "\n  got:      " << shown(difference->actual) << '\n';
    person.finish();
    return ExitCode::threshold;
  }

  std::string path_;
  bool check_ = false;
  std::optional<std::string> policy_;
  DeviceOptions options_;
};

}  // namespace

std::unique_ptr<Subcommand> make_scenario_command() {
  return std::make_unique<ScenarioCommand>();
}

}  // namespace arenasim::sim::cli
