#include "tests/metrics/replayed.hpp"

#include <functional>

#include <catch2/catch.hpp>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "core/policies/policy.hpp"
#include "sim/engine.hpp"
#include "sim/statistics/statistics.hpp"
#include "sim/trace_commands.hpp"

namespace arenasim::tests {

namespace {

Replayed run(const ReplaySettings& settings,
             const std::function<void(traces::EventSink&, traces::TraceContents&)>& read) {
  Replayed replayed;
  replayed.trace = std::make_unique<traces::TraceContents>();
  const core::Policy* const policy = core::find_policy(settings.policy);
  REQUIRE(policy != nullptr);
  auto options = core::Options::parse(policy->options, settings.options);
  REQUIRE(options);
  replayed.options = std::make_unique<core::Options>(*options);

  backends::Bookkeeping device(settings.limits);
  core::FactLog log(core::FactDetail::ranges);
  auto allocator = policy->make({device, device, log}, *replayed.options);
  REQUIRE(allocator);
  sim::statistics::Statistics statistics({.limits = settings.limits,
                                          .list_limit = settings.list_limit,
                                          .series_rows = settings.series_rows,
                                          .sample_every = settings.engine.sample_every});
  sim::Observer* const observer = &statistics;
  sim::Engine engine({**allocator, log}, settings.engine, {&observer, 1});
  sim::EngineSink sink(engine);
  read(sink, *replayed.trace);
  engine.finish();

  sim::report::ReportInput& input = replayed.input;
  input.tool.version = "test";
  input.trace.import = &replayed.trace->import;
  input.trace.strings = &replayed.trace->strings;
  input.trace.sha256 = replayed.trace->sha256;
  input.device.limits = settings.limits;
  input.policy = {settings.policy, replayed.options.get()};
  input.timing.settings = settings.engine;
  input.results = statistics.finish();
  input.description = (*allocator)->describe();
  return replayed;
}

}  // namespace

ReplaySettings ReplaySettings::standard() {
  ReplaySettings settings;
  settings.limits.alignment = *core::Alignment::of(core::Bytes{256});
  return settings;
}

Replayed replay_file(const std::string& path, const ReplaySettings& settings) {
  return run(settings, [&path](traces::EventSink& sink, traces::TraceContents& contents) {
    traces::read_trace(path, {}, {}, sink, contents);
  });
}

Replayed replay_events(std::span<const traces::Event> events, const ReplaySettings& settings) {
  return run(settings, [events](traces::EventSink& sink, traces::TraceContents&) { sink.take(events); });
}

}  // namespace arenasim::tests
