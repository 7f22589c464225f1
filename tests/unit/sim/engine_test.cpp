// What the engine does with commands: frees that come later, full devices, streams, passes, and what it refuses.
#include <catch2/catch.hpp>

#include "tests/unit/sim/paper_run.hpp"

namespace arenasim::tests {
namespace {

using sim::FreeStep;
using sim::StallCause;

const std::string kDevice = "device max_page=1073741824 alignment=256 capacity=0\n";
const std::string kTwoMiB = "device max_page=1073741824 alignment=256 capacity=2097152\n";

sim::EngineSettings closed() {
  sim::EngineSettings settings;
  settings.timing = sim::Timing::closed;
  return settings;
}

sim::EngineSettings waiting(sim::Timing timing, std::uint64_t lag_ns) {
  sim::EngineSettings settings;
  settings.timing = timing;
  settings.on_full = sim::OnFull::wait;
  if (lag_ns > 0) {
    settings.free_lag = core::SimDuration{lag_ns};
  }
  return settings;
}

std::uint64_t host_time(const Witness::Seen& seen) {
  return seen.moment.host_time.time_since_epoch().count();
}

}  // namespace

TEST_CASE("A free behind its stream completes when that stream has passed it, and no other") {
  sim::EngineSettings settings;
  settings.free_lag = sim::FreeBehindStream{};
  settings.lag = core::SimDuration{600};
  PaperRun paper(kDevice +
                     "alloc 1 1048576 0\nalloc 2 1048576 1\nadvance 1000ns\nfree 1\nadvance 100ns\nfree 2\n"
                     "advance 1000ns\nmarker end\n",
                 settings);
  paper.run();
  const auto first = paper.witness().of_event(3);
  REQUIRE(first.size() == 2);
  CHECK(first[0].moment.step == FreeStep::requested);
  CHECK(first[0].moment.counted);
  CHECK(first[1].moment.step == FreeStep::completed);
  CHECK_FALSE(first[1].moment.counted);
  CHECK(host_time(first[1]) == 1600);
  CHECK(host_time(paper.witness().of_event(5).at(1)) == 1700);
}

TEST_CASE("Without a lag a free behind its stream is done before the next event of the same time") {
  sim::EngineSettings settings;
  settings.free_lag = sim::FreeBehindStream{};
  PaperRun paper(kTwoMiB + "alloc 1 2097152 0\nfree 1\nalloc 2 2097152 0\n", settings);
  CHECK(
      paper.run().facts() ==
      "> alloc 1 2097152 0\nmap 0 2097152\nplace 2 0 0 2097152\n> free 1\n> alloc 2 2097152 0\nplace 2 0 0 2097152\n");
}

TEST_CASE("On a full device the host waits for the earliest pending free and reserves again") {
  const auto timing = GENERATE(sim::Timing::recorded, sim::Timing::closed);
  PaperRun paper(kTwoMiB +
                     "alloc 1 2097152 0\nadvance 100ns\nfree 1\nadvance 50ns\nalloc 2 1048576 0\n"
                     "advance 10ns\nmarker end\n",
                 waiting(timing, 1000));
  paper.run();
  CHECK(paper.facts() ==
        "> alloc 1 2097152 0\nmap 0 2097152\nplace 2 0 0 2097152\n> advance 100ns\n> advance 50ns\n"
        "> alloc 2 1048576 0\nrefuse 2097152\nretry OutOfMemory\nrefuse 2097152\nfail OutOfMemory\n"
        "> free 1\n> alloc 2 1048576 0\nplace 2 0 0 1048576\n> advance 10ns\n> marker end\n");
  const auto served = paper.witness().of_event(4);
  REQUIRE(served.size() == 2);
  CHECK(served[0].moment.comes_again);
  CHECK_FALSE(served[0].moment.counted);
  CHECK(served[0].stall.cost == core::SimDuration{});
  CHECK(served[1].moment.counted);
  CHECK(served[1].stall.cause == StallCause::pending);
  CHECK(served[1].stall.cost == core::SimDuration{950});
  const bool is_closed = timing == sim::Timing::closed;
  CHECK(host_time(served[1]) == (is_closed ? 1100U : 150U));
  CHECK(paper.totals().host_time.time_since_epoch().count() == (is_closed ? 1110U : 160U));
}

TEST_CASE("On a full device the host also waits for a completion that the trace has yet to bring") {
  const auto timing = GENERATE(sim::Timing::recorded, sim::Timing::closed);
  PaperRun paper(kTwoMiB +
                     "alloc 1 2097152 0\nfree_requested 1\nadvance 50ns\nalloc 2 1048576 0\nadvance 70ns\n"
                     "free_completed 1\n",
                 waiting(timing, 0));
  paper.run();
  CHECK(paper.stall(StallCause::pending) == 70);
  CHECK(paper.witness().of_event(1).at(1).moment.step == FreeStep::completed);
  CHECK(paper.witness().of_event(5).at(0).moment.step == FreeStep::passed);
  CHECK(paper.witness().of_event(5).at(0).moment.counted);
  CHECK_FALSE(paper.witness().of_event(3).at(1).moment.comes_again);
}

TEST_CASE("What is pending for ever is not waited for") {
  PaperRun paper(kTwoMiB + "alloc 1 2097152 0\nfree_requested 1\nalloc 2 1048576 0\nmarker end\n",
                 waiting(sim::Timing::closed, 0));
  paper.run();
  const auto failed = paper.witness().of_event(2);
  REQUIRE(failed.size() == 1);
  CHECK(failed[0].moment.counted);
  CHECK_FALSE(failed[0].moment.comes_again);
  CHECK(paper.stall(StallCause::pending) == 0);
}

TEST_CASE("In closed timing a recorded completion comes at its request and the recorded gap") {
  sim::EngineSettings settings = closed();
  settings.cost_model.grant_ns = 1000;
  // Requested at host time 1000 with a gap of 200. The grant of allocation 2 moves what follows past 1200.
  PaperRun paper(kDevice +
                     "alloc 1 1048576 0\nfree_requested 1\nadvance 50ns\nalloc 2 100 0\nadvance 10ns\n"
                     "alloc 3 1048576 0\nadvance 140ns\nfree_completed 1\n",
                 settings);
  paper.run();
  const auto completed = paper.witness().of_event(1);
  REQUIRE(completed.size() == 2);
  CHECK(completed[1].moment.step == FreeStep::completed);
  CHECK(paper.facts().find("> free_completed 1\n> advance 10ns\n> alloc 3 1048576 0\nplace 2 0 0 1048576") !=
        std::string::npos);
  CHECK(paper.totals().host_time.time_since_epoch().count() == 2200);
}

TEST_CASE("Batches that are cut anywhere make the same facts") {
  sim::EngineSettings settings = closed();
  settings.cost_model.grant_ns = 1000;
  const std::string text = kDevice +
                           "alloc 1 1048576 0\nfree_requested 1\nadvance 50ns\nalloc 2 100 0\nadvance 10ns\n"
                           "alloc 3 1048576 0\nadvance 140ns\nfree_completed 1\n";
  PaperRun whole(text, settings);
  whole.run();
  PaperRun cut(text, settings);
  for (const sim::Command& command : cut.scenario().commands) {
    cut.engine().take({&command, 1});
  }
  cut.engine().finish();
  CHECK(cut.facts() == whole.facts());
}

TEST_CASE("Closed timing without costs keeps the order of events at one time") {
  const std::string text = kTwoMiB +
                           "alloc 1 1048576 0\nfree_requested 1\nadvance 50ns\nalloc 2 1048576 0\n"
                           "free_completed 1\nalloc 3 1048576 0\n";
  PaperRun recorded(text, {});
  PaperRun free_of_cost(text, closed());
  CHECK(recorded.run().facts() == free_of_cost.run().facts());
}

TEST_CASE("Shared streams are one stream to the policy") {
  const std::string text = kDevice + "alloc 1 1048576 0\nalloc 2 1048576 7\nreport\n";
  sim::EngineSettings settings;
  settings.streams = sim::StreamUse::shared;
  PaperRun shared(text, settings);
  shared.run();
  CHECK(shared.facts().find("> alloc 2 1048576 0\nplace 2 0 1048576 1048576\n") != std::string::npos);
  CHECK(shared.facts().find("pool 7") == std::string::npos);
  PaperRun own(text, {});
  own.run();
  CHECK(own.facts().find("pool 7") != std::string::npos);
}

TEST_CASE("A second pass begins behind the first and frees nothing that the trace does not") {
  PaperRun paper(kDevice + "alloc 1 1048576 0\nadvance 100ns\nalloc 2 1048576 0\nfree 2\n", {});
  paper.run(2);
  CHECK(paper.totals().events_count == 8);
  CHECK(paper.totals().host_time.time_since_epoch().count() == 200);
  CHECK(paper.witness().of_event(6).at(0).moment.trace_time.time_since_epoch().count() == 200);
  CHECK(paper.facts().find("> alloc 2 1048576 0\nmap 1 2097152\nplace 2 1 0 1048576\n") != std::string::npos);
}

TEST_CASE("A probe is tried, given back, and counts for nothing") {
  PaperRun paper(kTwoMiB + "probe 2097152 0\nalloc 1 2097152 0\nprobe 1 0\n", {});
  paper.run();
  CHECK_FALSE(paper.witness().of_event(0).at(0).moment.counted);
  CHECK(paper.facts() ==
        "> probe 2097152 0\nmap 0 2097152\nplace 2 0 0 2097152\n> alloc 1 2097152 0\nplace 2 0 0 2097152\n"
        "> probe 1 0\nrefuse 8388608\nretry OutOfMemory\nrefuse 8388608\nfail OutOfMemory\n");
}

TEST_CASE("The engine stops after the event it is told to stop at") {
  sim::EngineSettings settings;
  settings.stop_after = 1;
  PaperRun paper(kDevice + "alloc 1 1048576 0\nalloc 2 1048576 0\nalloc 3 1048576 0\n", settings);
  paper.run();
  CHECK(paper.engine().stopped());
  CHECK(paper.totals().events_count == 2);
}

TEST_CASE("An alloc of a held id is bad input that names its line") {
  PaperRun paper(kDevice + "# twice\nalloc 1 100 0\nfree 1\nalloc 1 100 0\nalloc 1 100 0\n", {});
  try {
    paper.run();
    FAIL("it ran");
  } catch (const sim::LiveBlock& problem) {
    CHECK(std::string(sim::live_id_error(paper.scenario(), problem).what()).find('6') != std::string::npos);
  }
}

TEST_CASE("An id whose reservation failed can be asked for again") {
  PaperRun paper(kTwoMiB + "refuse_pages 2\nalloc 1 100000 0\nfree 1\nalloc 1 100000 0\nfree 1\nfree 9\n", {});
  paper.run();
  CHECK(paper.facts() ==
        "> refuse_pages 2\n> alloc 1 100000 0\nrefuse 2097152\nretry OutOfMemory\nrefuse 2097152\nfail OutOfMemory\n"
        "> free 1\nabsent\n> alloc 1 100000 0\nmap 0 2097152\nplace 2 0 0 100000\n> free 1\n> free 9\nabsent\n");
}

TEST_CASE("A number whose allocation is still bound is not used again before it is let go") {
  PaperRun paper(kDevice + "alloc 1 100000 0\nbind 1\nfree 1\nalloc 2 100000 0\nunbind 1\nalloc 3 100000 0\n", {});
  paper.run();
  const auto number = [&](std::uint64_t event) { return paper.witness().of_event(event).at(0).moment.allocation; };
  CHECK(number(0) != number(3));
  CHECK(paper.witness().of_event(5).at(0).moment.event == 5);
}

TEST_CASE("A policy without a capability is an error that names both") {
  class OnlyAllocates final : public core::Allocator {
   public:
    core::Result<core::Placement> allocate(const core::Request& /*request*/) override { return core::Placement{}; }
    void complete_free(core::AllocationId /*id*/, core::StreamId /*stream*/) override {}
    void cleanup(core::StreamId /*stream*/) override {}
    [[nodiscard]] std::optional<std::string> audit() const override { return "1 is not 2"; }
    [[nodiscard]] core::Description describe() const override { return {}; }
    [[nodiscard]] std::vector<std::string> draw() const override { return {}; }
  };
  OnlyAllocates allocator;
  core::FactLog log(core::FactDetail::nothing);
  sim::EngineSettings settings;
  settings.policy = "simple";
  settings.audit = true;
  sim::Engine engine({.allocator = allocator, .log = log}, settings, {});
  const sim::Command guard{.kind = sim::CommandKind::guard};
  CHECK_THROWS_WITH(engine.take({&guard, 1}), Catch::Contains("guard") && Catch::Contains("simple"));
  const sim::Command marker{.kind = sim::CommandKind::marker};
  CHECK_THROWS_WITH(engine.take({&marker, 1}), Catch::Contains("1 is not 2"));
}

}  // namespace arenasim::tests
