// Reports are what their schema says, whatever happened, and the same every time.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/report/inspect.hpp"
#include "sim/report/metric.hpp"
#include "sim/report/report.hpp"
#include "sim/report/summary.hpp"
#include "tests/metrics/replayed.hpp"
#include "tests/support/temporary_file.hpp"

namespace arenasim::tests {

namespace {

using nlohmann::ordered_json;

bool valid(const std::string& schema, const std::string& document) {
  const TemporaryFile file{document};
  const std::string root = ARENASIM_ROOT;
  const std::string command =
      "python3 " + root + "/tests/metrics/validate.py " + root + "/sim/report/" + schema + " " + file.path();
  return std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe,cert-env33-c): the validator is Python's
}

constexpr const char* kTrace =
    "time_ns,event,id,size,stream,tag\n"
    "0,preexisting,7,4096,0,weights\n"
    "0,alloc,1,1000,0,\"conv, fwd\"\n"
    "100,alloc,2,3000000,1,conv\n"
    "250,free_requested,1,,0,\n"
    "900,free_completed,1,,,\n"
    "1000,marker,,,,step 2\n"
    "1100,alloc,3,9000000,0,big\n"
    "1150,alloc,4,5000000000,0,huge\n"
    "1200,oom,,8589934592,0,\n"
    "1300,cleanup,,,,\n"
    "1400,free,3,,,\n";

ReplaySettings small_device() {
  ReplaySettings settings = ReplaySettings::standard();
  settings.limits.capacity = core::Bytes{64} * (1U << 20U);
  settings.engine.cost_model.grant_ns = 700;
  return settings;
}

}  // namespace

TEST_CASE("A report validates against its schema") {
  const tests::TemporaryFile trace{kTrace};
  ReplaySettings settings = small_device();
  CHECK(valid("schema.json", sim::report::report_json(replay_file(trace.path(), settings).input)));
  settings.engine.timing = sim::Timing::closed;
  settings.engine.free_lag = core::SimDuration{600};
  settings.engine.on_full = sim::OnFull::wait;
  settings.engine.sample_every = core::SimDuration{100};
  CHECK(valid("schema.json", sim::report::report_json(replay_file(trace.path(), settings).input)));
  settings = ReplaySettings::standard();
  settings.policy = "exclusive";
  CHECK(valid("schema.json", sim::report::report_json(replay_file(trace.path(), settings).input)));
}

TEST_CASE("A report of a trace without an allocation or free says what is undefined") {
  const Replayed replayed = replay_events({}, ReplaySettings::standard());
  const std::string text = sim::report::report_json(replayed.input);
  CHECK(valid("schema.json", text));
  const ordered_json report = ordered_json::parse(text);
  CHECK(report["metrics"]["mean_live_bytes"].is_null());
  CHECK(report["undefined"]["mean_live_bytes"] == "the trace has no allocation or free event");
  CHECK(report["metrics"]["peak_efficiency_ratio"] == 0.0);
}

TEST_CASE("Every metric that is null has a reason, and only those") {
  const tests::TemporaryFile trace{kTrace};
  const ordered_json report =
      ordered_json::parse(sim::report::report_json(replay_file(trace.path(), small_device()).input));
  CHECK(report["metrics"].size() == sim::report::metrics().size());
  for (const auto& [name, value] : report["metrics"].items()) {
    CAPTURE(name);
    CHECK(value.is_null() == report["undefined"].contains(name));
  }
}

TEST_CASE("The same replay gives the same report, byte for byte") {
  const tests::TemporaryFile trace{kTrace};
  CHECK(sim::report::report_json(replay_file(trace.path(), small_device()).input) ==
        sim::report::report_json(replay_file(trace.path(), small_device()).input));
}

TEST_CASE("Records that were read are the sum of what became of them") {
  const tests::TemporaryFile trace{kTrace};
  const ordered_json report =
      ordered_json::parse(sim::report::report_json(replay_file(trace.path(), small_device()).input));
  const ordered_json& records = report["trace"]["import"]["records"];
  const auto count = [&records](const char* name) { return records[name].get<std::uint64_t>(); };
  CHECK(count("read") ==
        count("as_events") + count("as_facts") + count("skipped") + count("dropped") + count("overhead"));
  CHECK(report["trace"]["allocations_count"] == 4);
  CHECK(report["metrics"]["recorded_failures_count"] == 1);
  CHECK(report["phases"]["items"][1]["marker"] == "step 2");
}

TEST_CASE("A whole number past 64 bits is written as its digits") {
  Replayed replayed = replay_events({}, ReplaySettings::standard());
  replayed.input.results.counters.granted_bytes = core::Uint128{1} << 64U;
  const std::string text = sim::report::report_json(replayed.input);
  CHECK(ordered_json::parse(text)["metrics"]["granted_bytes"] == "18446744073709551616");
  CHECK(valid("schema.json", text));
}

TEST_CASE("The summary puts the first failure in one sentence") {
  const tests::TemporaryFile trace{kTrace};
  const std::string text =
      sim::report::summary(replay_file(trace.path(), small_device()).input, sim::report::Colors::off);
  INFO(text);
  CHECK(text.find("At event 7, allocation 4 of 4.66 GiB (5 GB) on stream 0 failed (out_of_memory)") !=
        std::string::npos);
  CHECK(text.find("pass the capacity by") != std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("An inspection validates against its schema and names what is odd") {
  const tests::TemporaryFile file{kTrace};
  traces::TraceContents contents;
  sim::report::Inspection inspection;
  traces::read_trace(file.path(), {}, {}, inspection, contents);
  const std::string text = inspection.json(contents.import, contents.strings, contents.sha256);
  CHECK(valid("inspect.schema.json", text));
  const ordered_json document = ordered_json::parse(text);
  CHECK(document["top_at_peak"][0]["size_bytes"] == 5000000000U);
  CHECK(document["import"]["events"]["alloc"] == 4);
  CHECK(inspection.text(contents.import, contents.strings, sim::report::Colors::off).find("1 oom") !=
        std::string::npos);
}

}  // namespace arenasim::tests
