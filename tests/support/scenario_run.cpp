#include "tests/support/scenario_run.hpp"

#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "backends/faults.hpp"
#include "core/policies/policy.hpp"
#include "sim/engine.hpp"
#include "sim/facts_text.hpp"

namespace arenasim::tests {
std::unique_ptr<core::Allocator> make_policy(const std::string& text, const core::Workplace& workplace) {
  const auto colon = text.find(':');
  const core::Policy* policy = core::find_policy(text.substr(0, colon));
  if (policy == nullptr) {
    throw std::runtime_error("no policy " + text);
  }
  const auto options =
      core::Options::parse(policy->options, colon == std::string::npos ? "" : std::string_view{text}.substr(colon + 1));
  if (!options) {
    throw std::runtime_error(options.error().text);
  }
  auto made = policy->make(workplace, *options);
  if (!made) {
    throw std::runtime_error(made.error().text);
  }
  return std::move(*made);
}

std::string facts_of(const sim::Scenario& scenario, core::Storage& storage, core::CopyQueue& copies, bool audits) {
  backends::Faults faults(storage, copies);
  core::FactLog log(core::FactDetail::events);
  const auto allocator = make_policy(scenario.device.policy_with_mode(), {faults, faults, log});
  std::ostringstream out;
  sim::FactsText text(out, {*allocator, faults, scenario.strings}, sim::FactsStyle::scenario);
  text.begin(scenario.device);
  const std::array<sim::Observer*, 1> observers{&text};
  sim::EngineSettings settings;
  settings.policy = scenario.device.policy;
  settings.audit = audits;
  sim::Engine engine({*allocator, log, &faults}, settings, observers);
  engine.take(scenario.commands);
  engine.finish();
  return out.str();
}

std::string facts_on_paper(const std::string& scenario, bool audits) {
  const sim::Scenario parsed = sim::parse_scenario(scenario);
  backends::Bookkeeping device(parsed.device.limits);
  return facts_of(parsed, device, device, audits);
}

}  // namespace arenasim::tests
