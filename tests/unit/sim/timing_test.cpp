// Simulated time: the worked example of spec/timing.md, and the costs of relocations, releases and lag.
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/sim/paper_run.hpp"

namespace arenasim::tests {
namespace {

using sim::StallCause;

constexpr core::SimDuration operator""_ns(unsigned long long count) {
  return core::SimDuration{count};
}

/// `alloc 1` at 0, `free 1` at 1000, `alloc 2` at 1500, `alloc 3` at 2000.
const char* const kWorkedExample = R"(device max_page=1099511627776 alignment=256 capacity=0 memory=adaptive mode=auto
alloc 1 1048576 0
advance 1000ns
free 1
advance 500ns
alloc 2 1048576 0
advance 500ns
alloc 3 3145728 0
)";
constexpr std::uint64_t kAlloc1 = 0;
constexpr std::uint64_t kFree1 = 2;
constexpr std::uint64_t kAlloc2 = 4;
constexpr std::uint64_t kAlloc3 = 6;

sim::EngineSettings worked_settings(sim::Timing timing) {
  sim::EngineSettings settings;
  settings.timing = timing;
  settings.cost_model.grant_ns = 700;
  settings.cost_model.grant_ns_per_mib = 100;
  settings.free_lag = 600_ns;
  return settings;
}

std::uint64_t host_time(const PaperRun& run, std::uint64_t event, std::size_t moment = 0) {
  const auto seen = run.witness().of_event(event);
  REQUIRE(seen.size() > moment);
  return seen[moment].moment.host_time.time_since_epoch().count();
}

std::uint64_t stalled(const PaperRun& run, std::uint64_t event) {
  return run.witness().of_event(event).at(0).stall.cost.count();
}

/// Two live allocations on a page that a growth left behind, with room for both on the current page.
const char* const kRelocation = R"(device max_page=1073741824 alignment=256 capacity=0 memory=adaptive mode=auto
alloc 1 1048576 0
alloc 2 524288 0
alloc 3 9437184 0
free 3
advance 100ns
relocate 0
advance 10ns
alloc 4 2097152 0
)";
constexpr std::uint64_t kRelocate = 5;
constexpr std::uint64_t kAfterRelocation = 7;

sim::EngineSettings relocation_settings(sim::Timing timing) {
  sim::EngineSettings settings;
  settings.timing = timing;
  settings.cost_model = {.grant_ns = 0,
                         .grant_ns_per_mib = 0,
                         .refuse_ns = 0,
                         .release_ns = 7,
                         .release_waits_device = true,
                         .copy_ns = 100,
                         .copy_bytes_per_us = 1048576,
                         .wait_ns = 10};
  return settings;
}

}  // namespace

TEST_CASE("The worked example in recorded timing: nothing moves, costs are summed") {
  PaperRun run(kWorkedExample, worked_settings(sim::Timing::recorded));
  run.run();
  CHECK(host_time(run, kAlloc1) == 0);
  CHECK(stalled(run, kAlloc1) == 900);
  CHECK(host_time(run, kFree1) == 1000);
  CHECK(host_time(run, kFree1, 1) == 1600);
  CHECK(host_time(run, kAlloc2) == 1500);
  CHECK(host_time(run, kAlloc3) == 2000);
  CHECK(stalled(run, kAlloc3) == 1100);
  CHECK(run.stall(StallCause::grant) == 2000);
  CHECK(run.totals().host_time.time_since_epoch() == 2000_ns);
  CHECK(run.facts() ==
        "> alloc 1 1048576 0\nmap 0 2097152\nplace 2 0 0 1048576\n> advance 1000ns\n> advance 500ns\n"
        "> alloc 2 1048576 0\nplace 2 0 1048576 1048576\n> free 1\n> advance 500ns\n"
        "> alloc 3 3145728 0\nmap 1 4194304\nplace 3 1 0 3145728\n");
}

TEST_CASE("The worked example in closed timing: costs move everything that follows") {
  PaperRun run(kWorkedExample, worked_settings(sim::Timing::closed));
  run.run();
  CHECK(host_time(run, kAlloc1) == 900);
  CHECK(host_time(run, kFree1) == 1900);
  CHECK(host_time(run, kFree1, 1) == 2500);
  CHECK(host_time(run, kAlloc2) == 2400);
  CHECK(host_time(run, kAlloc3) == 4000);
  CHECK(run.stall(StallCause::grant) == 2000);
  CHECK(run.totals().trace_time.time_since_epoch() == 2000_ns);
  CHECK(run.totals().host_time.time_since_epoch() == 4000_ns);
}

TEST_CASE("A relocation in closed timing waits for the device, for its copies, and before a release") {
  PaperRun run(kRelocation, relocation_settings(sim::Timing::closed));
  run.run();
  CHECK(run.stall(StallCause::copy) == 1100 + 600);
  CHECK(run.stall(StallCause::wait) == 10 + 10 + 10);
  CHECK(run.stall(StallCause::release) == 7);
  CHECK(host_time(run, kRelocate) == 100 + 1737);
  CHECK(host_time(run, kAfterRelocation) == 110 + 1737);
}

TEST_CASE("A relocation in recorded timing costs the same and moves nothing") {
  PaperRun run(kRelocation, relocation_settings(sim::Timing::recorded));
  run.run();
  CHECK(run.stall(StallCause::copy) == 1700);
  CHECK(run.stall(StallCause::wait) == 30);
  CHECK(run.stall(StallCause::release) == 7);
  CHECK(host_time(run, kRelocate) == 100);
  CHECK(host_time(run, kAfterRelocation) == 110);
}

TEST_CASE("A device that trails the host makes the first wait longer") {
  sim::EngineSettings settings = relocation_settings(sim::Timing::closed);
  settings.lag = 5000_ns;
  PaperRun run(kRelocation, settings);
  run.run();
  // The last event before it is at 0, so stream 0 is busy until 5000 and the host comes at 100.
  CHECK(run.stall(StallCause::wait) == (5000 - 100) + 3 * 10);
  CHECK(run.stall(StallCause::copy) == 1700);
}

TEST_CASE("A refused page, a second stream and a cost per begun MiB are charged as the model says") {
  sim::CostModel model;
  model.grant_ns = 5;
  model.grant_ns_per_mib = 3;
  CHECK(model.grant(core::Bytes{1}) == 6_ns);
  CHECK(model.grant(core::Bytes{2U << 20U}) == 11_ns);
  model.copy_bytes_per_us = 1000;
  CHECK(model.copy(core::Bytes{1001}) == 1001_ns);
  model.copy_bytes_per_us = 0;
  CHECK(model.copy(core::Bytes::max()) == 0_ns);
  CHECK(sim::CostModel{.grant_ns = 1, .grant_ns_per_mib = ~std::uint64_t{0}}.grant(core::Bytes::max()) ==
        core::SimDuration::max());
  CHECK(sim::find_cost_model("cuda-like")->model.release_waits_device);
  CHECK(sim::find_cost_model("free")->model.free());
  CHECK(sim::find_cost_model("fast") == nullptr);
}

TEST_CASE("A refusal is charged") {
  sim::EngineSettings settings;
  settings.cost_model.refuse_ns = 30;
  PaperRun run("device max_page=1073741824 alignment=256 capacity=1048576\nalloc 1 1048576 0\n", settings);
  run.run();
  CHECK(run.stall(StallCause::refuse) == 60);  // the first try and the second
}

TEST_CASE("An explicit cleanup comes at its period of host time, and not after the last event") {
  sim::EngineSettings settings;
  settings.cleanup_every = 1000_ns;
  PaperRun run(
      "device max_page=1073741824 alignment=256 capacity=0\n"
      "advance 500ns\nalloc 1 1048576 3\nalloc 2 100 1\nfree 1\nfree 2\n"
      "advance 2500ns\nmarker end\n",
      settings);
  run.run();
  // The first event is at 500: cleanups at 1500 and 2500, of streams 1 and 3.
  CHECK(run.facts() ==
        "> advance 500ns\n> alloc 1 1048576 3\nmap 0 2097152\nplace 2 0 0 1048576\n"
        "> alloc 2 100 1\nmap 1 8388608\nplace 1 1 0 100\n> free 1\n> free 2\n"
        "> cleanup 1\nunmap 1\n> cleanup 3\nunmap 0\n> cleanup 1\n> cleanup 3\n> advance 2500ns\n> marker end\n");
}

TEST_CASE("Samples are moments of their own, at their period") {
  sim::EngineSettings settings;
  settings.sample_every = 400_ns;
  PaperRun run(
      "device max_page=1073741824 alignment=256 capacity=0\n"
      "alloc 1 1048576 0\nadvance 1000ns\nfree 1\n",
      settings);
  run.run();
  std::vector<std::uint64_t> times;
  for (const auto& seen : run.witness().all()) {
    if (seen.moment.kind == sim::CommandKind::tick) {
      CHECK_FALSE(seen.moment.counted);
      times.push_back(seen.moment.host_time.time_since_epoch().count());
    }
  }
  CHECK(times == std::vector<std::uint64_t>{400, 800});
}

}  // namespace arenasim::tests
