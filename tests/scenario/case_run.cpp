#include "tests/scenario/case_run.hpp"

#include <array>
#include <sstream>

#include <catch2/catch.hpp>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "backends/faults.hpp"
#include "core/policies/policy.hpp"
#include "sim/engine.hpp"
#include "sim/facts_text.hpp"
#include "sim/lifetimes.hpp"
#include "sim/placements.hpp"
#include "sim/report/failure_sentence.hpp"
#include "sim/report/metric.hpp"
#include "sim/report/summary.hpp"
#include "sim/statistics/statistics.hpp"
#include "tests/support/file_text.hpp"

namespace arenasim::tests {

const sim::statistics::Failure& CaseRun::failure() const {
  REQUIRE_FALSE(results().failures.items.empty());
  return results().failures.items.front();
}

std::string CaseRun::failure_class() const {
  return std::string{sim::statistics::name(failure().failure_class)};
}

std::string CaseRun::sentence() const {
  return sim::report::failure_sentence(failure(), input.device.limits);
}

std::string CaseRun::summary() const {
  sim::report::ReportInput shown = input;
  shown.trace.strings = &scenario.strings;
  return sim::report::summary(shown, sim::report::Colors::off);
}

double CaseRun::metric(const std::string& name) const {
  const sim::report::Metric* const found = sim::report::find_metric(name);
  REQUIRE(found != nullptr);
  const auto value = found->of(input);
  if (const auto* whole = std::get_if<core::Uint128>(&value)) {
    return static_cast<double>(*whole);
  }
  REQUIRE(std::holds_alternative<double>(value));
  return std::get<double>(value);
}

std::uint64_t CaseRun::bytes(const std::string& name) const {
  const sim::report::Metric* const found = sim::report::find_metric(name);
  REQUIRE(found != nullptr);
  return static_cast<std::uint64_t>(std::get<core::Uint128>(found->of(input)));
}

std::string CaseRun::places() const {
  std::istringstream lines(facts);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    std::string pool;
    std::string page;
    std::string offset;
    words >> word >> pool >> page >> offset;
    if (word == "place") {
      text += (text.empty() ? "" : " ") + page;
      text += '+' + offset;
    } else if (word == "fail") {
      text += text.empty() ? "fail" : " fail";
    }
  }
  return text;
}

namespace {

/// The scenario's policy on a device on paper.
struct Bench {
  Bench(const sim::Scenario& scenario, const core::Policy& policy, const core::Options& options)
      : storage(scenario.device.limits), lifetimes(sim::lifetimes_of(scenario.commands)) {
    auto made = policy.make({faults, faults, log, &lifetimes}, options);
    REQUIRE(made);
    allocator = std::move(*made);
  }

  backends::Bookkeeping storage;
  backends::Faults faults{storage, storage};
  core::FactLog log{core::FactDetail::ranges};
  core::Lifetimes lifetimes;
  std::unique_ptr<core::Allocator> allocator;
};

/// Runs the commands, watched; fills what was seen.
void replay(CaseRun& run, Bench& bench, const sim::EngineSettings& settings) {
  std::ostringstream facts;
  std::ostringstream placements;
  sim::statistics::Statistics statistics(
      {.limits = run.scenario.device.limits, .list_limit = 1000, .series_rows = 100, .sample_every = {}});
  sim::FactsText facts_text(facts, {*bench.allocator, bench.faults, run.scenario.strings}, sim::FactsStyle::scenario);
  facts_text.begin(run.scenario.device);
  sim::PlacementsText placements_text(placements);
  const std::array<sim::Observer*, 3> observers{&statistics, &facts_text, &placements_text};
  sim::Engine engine({*bench.allocator, bench.log, &bench.faults}, settings, observers);
  engine.take(run.scenario.commands);
  engine.finish();
  placements_text.finish();
  run.facts = facts.str();
  run.placements = placements.str();
  run.input.results = statistics.finish();
  run.input.description = bench.allocator->describe();
}

}  // namespace

CaseRun run_scenario_text(const std::string& text, const CaseSettings& how) {
  CaseRun run;
  run.scenario = sim::parse_scenario(text);
  sim::DeviceLine& device = run.scenario.device;
  if (!how.policy.empty()) {
    device = sim::device_line(device.limits, how.policy);
  }
  const std::string policy_text = device.policy_with_mode();
  const auto colon = policy_text.find(':');
  const core::Policy* const policy = core::find_policy(policy_text.substr(0, colon));
  REQUIRE(policy != nullptr);
  const auto options =
      core::Options::parse(policy->options, colon == std::string::npos ? "" : policy_text.substr(colon + 1));
  REQUIRE(options);
  run.options = std::make_unique<core::Options>(*options);
  run.import = std::make_unique<traces::Import>();
  sim::EngineSettings settings;
  settings.audit = how.audits;
  settings.streams = how.streams;
  run.input.tool.version = "test";
  run.input.trace = {.import = run.import.get(), .strings = nullptr, .sha256 = {}, .duration = {}};
  run.input.device.limits = device.limits;
  run.input.policy = {std::string{policy->name}, run.options.get()};
  run.input.timing.settings = settings;
  Bench bench(run.scenario, *policy, *run.options);
  replay(run, bench, settings);
  return run;
}

CaseRun run_case(const std::string& name, const CaseSettings& settings) {
  INFO("case " << name);
  const std::string text = file_text(std::string{ARENASIM_ROOT} + "/tests/scenario/cases/" + name + ".scenario");
  REQUIRE_FALSE(text.empty());
  return run_scenario_text(text, settings);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

}  // namespace arenasim::tests
