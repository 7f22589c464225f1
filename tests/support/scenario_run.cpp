#include "tests/support/scenario_run.hpp"

#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "backends/faults.hpp"
#include "core/policies/policy.hpp"
#include "sim/engine.hpp"
#include "sim/facts_text.hpp"
#include "sim/lifetimes.hpp"

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

std::string facts_of(const sim::Scenario& scenario, backends::Device& device, RunOptions options) {
  std::optional<sim::Verification> verification;
  if (options.verify != sim::Verify::none && device.patterns() != nullptr) {
    verification.emplace(*device.patterns(), options.verify);
  }
  std::optional<sim::VerifiedStorage> verified;
  core::Storage& storage = verification ? verified.emplace(device, *verification) : static_cast<core::Storage&>(device);
  backends::Faults faults(storage, device);
  core::FactLog log(core::FactDetail::events);
  const core::Lifetimes lifetimes = sim::lifetimes_of(scenario.commands);
  const auto allocator = make_policy(scenario.device.policy_with_mode(), {faults, faults, log, &lifetimes});
  std::ostringstream out;
  sim::FactsText text(out, {*allocator, faults, scenario.strings}, sim::FactsStyle::scenario);
  text.begin(scenario.device);
  std::vector<sim::Observer*> observers{&text};
  if (verification) {
    observers.push_back(&*verification);
  }
  sim::EngineSettings settings;
  settings.policy = scenario.device.policy;
  settings.audit = options.audits;
  sim::Engine engine({*allocator, log, &faults}, settings, observers);
  engine.take(scenario.commands);
  engine.finish();
  if (verification) {
    verification->finish();
  }
  return out.str();
}

std::string facts_on_paper(const std::string& scenario, RunOptions options) {
  const sim::Scenario parsed = sim::parse_scenario(scenario);
  backends::Bookkeeping device(parsed.device.limits);
  return facts_of(parsed, device, options);
}

}  // namespace arenasim::tests
