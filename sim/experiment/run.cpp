#include "sim/experiment/run.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/fact_log.hpp"
#include "sim/companion.hpp"
#include "sim/engine.hpp"
#include "sim/lifetimes.hpp"
#include "sim/report/failure_sentence.hpp"
#include "sim/statistics/statistics.hpp"
#include "sim/trace_commands.hpp"

namespace arenasim::sim::experiment {
namespace {

std::unique_ptr<core::Allocator> make_allocator(const Setup& setup, const core::Workplace& workplace) {
  auto made = setup.policy->make(workplace, setup.options);
  if (!made) {
    throw BadSetup("policy '" + std::string(setup.policy->name) + "': " + made.error().text);
  }
  return std::move(*made);
}

/// What the trace will ask for, where the policy must know it.
core::Lifetimes lifetimes_for(const Setup& setup, const Feed& feed) {
  if (!setup.policy->needs_lifetimes) {
    return {};
  }
  require_recorded_lifetimes(setup.policy->name, setup.engine);
  return lifetimes_of(feed, setup.repeat);
}

/// With statistics, and verification where it is not null, as observers.
void replay(const Workplace& workplace, const EngineSettings& settings, const Setup& setup, const Feed& feed,
            statistics::Statistics& statistics, Verification* verification) {
  std::optional<Companion> aside;
  std::vector<Observer*> observers{setup.statistics_aside ? static_cast<Observer*>(&aside.emplace(&statistics))
                                                          : &statistics};
  if (verification != nullptr) {
    observers.push_back(verification);
  }
  Engine engine(workplace, settings, observers);
  EngineSink sink(engine);
  feed(sink);
  for (std::uint64_t pass = 1; pass < setup.repeat && !engine.stopped(); ++pass) {
    engine.begin_pass();
    feed(sink);
  }
  engine.finish();
  if (aside) {
    aside->finish();
  }
  if (verification != nullptr) {
    verification->finish();
  }
}

Outcome outcome_of(const report::ReportInput& input) {
  Outcome outcome;
  outcome.metrics.reserve(report::metrics().size());
  for (const report::Metric& metric : report::metrics()) {
    outcome.metrics.push_back(metric.of(input));
  }
  outcome.limits = input.device.limits;
  if (!input.results.failures.items.empty()) {
    outcome.first_failure = report::failure_sentence(input.results.failures.items.front(), input.device.limits);
  }
  outcome.notes = input.description.notes;
  return outcome;
}

}  // namespace

Outcome run(const Setup& setup, const Feed& feed, const traces::TraceContents& contents) {
  const auto device = setup.backend->make(setup.device);
  const auto verification =
      setup.verify == Verify::none ? nullptr : std::make_unique<Verification>(*device->patterns(), setup.verify);
  const auto verified = verification ? std::make_unique<VerifiedStorage>(*device, *verification) : nullptr;
  backends::Faults faults(verified ? *verified : static_cast<core::Storage&>(*device), *device);
  core::FactLog log(core::FactDetail::ranges);
  const core::Lifetimes lifetimes = lifetimes_for(setup, feed);
  const auto allocator =
      make_allocator(setup, {.storage = faults, .copies = faults, .facts = log, .lifetimes = &lifetimes});
  if (setup.arm) {
    setup.arm(faults);
  }
  EngineSettings settings = setup.engine;
  settings.policy = setup.policy->name;

  report::ReportInput input;
  input.trace = {.import = &contents.import, .strings = &contents.strings, .sha256 = contents.sha256, .duration = {}};
  input.device = {.backend = std::string(setup.backend->name), .name = device->title(), .limits = faults.limits()};
  input.policy = {.name = std::string(setup.policy->name), .options = &setup.options};
  input.timing.settings = settings;
  statistics::Statistics statistics(
      {.limits = input.device.limits, .list_limit = 1, .series_rows = 0, .sample_every = settings.sample_every});
  replay({.allocator = *allocator, .log = log, .faults = &faults}, settings, setup, feed, statistics,
         verification.get());
  input.results = statistics.finish();
  input.description = allocator->describe();
  input.description.notes.insert(input.description.notes.end(), setup.notes.begin(), setup.notes.end());
  return outcome_of(input);
}

Outcome run(const Setup& setup, const traces::ParsedTrace& trace) {
  return run(
      setup, [&trace](traces::EventSink& sink) { trace.send(sink); }, trace.contents());
}

}  // namespace arenasim::sim::experiment
