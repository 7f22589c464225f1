// Situations people met, where the adaptive arena (or its twin with a page an allocation) answers.
#include <catch2/catch.hpp>

#include "tests/scenario/case_run.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

}  // namespace

TEST_CASE("Case 1: a request past every page limit is too large, and the limit is named") {
  const CaseRun run = run_case("01_past_every_page_limit");
  CHECK(run.failure().reason == core::Refusal::too_large);
  CHECK(run.failure_class() == "never_fits");
  CHECK(run.sentence().find("250 MiB (262.14 MB)") != std::string::npos);
  CHECK(run.sentence().find("no page may pass 128 MiB") != std::string::npos);
  CHECK(run.counters().retries == 0);
}

TEST_CASE("Case 2: never, not here, and not now are three outcomes, and all but the first are tried again") {
  const CaseRun run = run_case("02_three_outcomes");
  REQUIRE(run.results().failures.items.size() == 3);
  std::vector<std::string> outcomes;
  for (const auto& failure : run.results().failures.items) {
    outcomes.push_back(std::to_string(failure.id) + ' ' + std::string{name(failure.failure_class)});
  }
  CHECK(outcomes == std::vector<std::string>{"0 never_fits", "2 over_capacity", "4 held_empty"});
  CHECK(run.counters().retries == 2);
}

TEST_CASE("Case 3: what is held keeps its place when a page goes back, and is found where a relocation put it") {
  const CaseRun run = run_case("03_place_survives_release");
  CHECK(run.facts.find("unmap 1") != std::string::npos);
  // id, from, up to, size, offset, page: what was on the fourth page is there until its free
  CHECK(run.placements.find("\n3,3,6,1500000,0,3\n") != std::string::npos);
  CHECK(run.counters().moves > 0);
  CHECK(run.counters().frees == 6);
  CHECK(run.results().level(sim::statistics::Level::live).end == 0);
}

TEST_CASE("Case 4: a failure with little free is over the capacity, and says that cleanup gave nothing") {
  const CaseRun run = run_case("04_cleanup_gives_nothing");
  CHECK(run.failure().id == 22);
  CHECK(run.failure_class() == "over_capacity");
  CHECK(25'200'000'000 - run.failure().reserved_bytes == 585'726'976);
  CHECK(run.failure().pages_given_back == 0);
  CHECK(run.sentence().find("cleanup gave back 0 pages") != std::string::npos);
}

TEST_CASE("Case 5: 65,538 allocations on pages of their own neither wrap nor overlap, and the passed limit is noted") {
  std::string text = "device\nmode 0 2\n";
  for (int id = 0; id < 65'538; ++id) {
    text += "alloc " + std::to_string(id) + " 8 0\n";
  }
  const CaseRun run = run_scenario_text(text + "alloc 65538 32 0\n", {.audits = false});
  CHECK(run.counters().page_grants == 65'539);
  CHECK(run.counters().failures() == 0);
  CHECK(run.placements.find("\n65538,65539,65540,32,0,65538\n") != std::string::npos);
  REQUIRE(run.input.description.notes.size() == 1);
  CHECK(run.input.description.notes.front().find("65536 pages") != std::string::npos);
}

TEST_CASE("Case 6: what cleanups cost shows as grants and releases between markers") {
  const CaseRun run = run_case("06_seven_cleanups");
  const auto& phases = run.results().phases.items;
  REQUIRE(phases.size() == 3);
  for (const std::size_t iteration : {1U, 2U}) {
    CHECK(phases[iteration].grants_count == 7);
    CHECK(phases[iteration].releases_count == 7);
  }
}

TEST_CASE("Case 7: pages that were too small for the next request stay behind, and their age shows it") {
  const CaseRun run = run_case("07_ever_larger_pages");
  CHECK(run.results().level(sim::statistics::Level::live).peak == 24 * kMiB);
  CHECK(run.results().level(sim::statistics::Level::idle).peak > 24 * kMiB);
  std::uint64_t spells = 0;
  for (const auto& bucket : run.results().histograms.idle_page_age_events.buckets()) {
    spells += bucket.count;
  }
  CHECK(spells >= 24);
}

TEST_CASE("Case 8: padded extents of slices touch and never overlap") {
  const CaseRun run = run_case("08_padded_extents");
  CHECK(run.places() == "0+0 0+64 0+128 0+192 0+64 0+256");
}

TEST_CASE("Case 9: 6 GiB free cannot serve 4, and under the arena one relocation makes them") {
  const CaseRun pool = run_case("09_room_taken_by_a_small_one", {.policy = "quickpool:first=1GiB"});
  CHECK(pool.failure().id == 4);
  CHECK(pool.failure_class() == "fragmented");
  CHECK(pool.failure().live_bytes == 2 * kGiB);
  const CaseRun arena = run_case("09_room_taken_by_a_small_one");
  CHECK(arena.counters().failures() == 0);
  REQUIRE(arena.results().relocations.items.size() == 1);
  CHECK((arena.results().relocations.items.front().moved_bytes == core::Uint128{2} * kGiB));
  CHECK((arena.counters().moved_bytes == core::Uint128{2} * kGiB));
}

TEST_CASE("Case 9, with the default slack: two pages of 4 GiB and their margin are more than the device") {
  const CaseRun run = run_case("09_room_taken_by_a_small_one", {.policy = "arena"});
  CHECK(run.failure().id == 4);
}

TEST_CASE("Case 10: a cached page in the way is given back, and the request served at the second try") {
  const CaseRun run = run_case("10_cached_page_in_the_way");
  CHECK(run.counters().failures() == 0);
  CHECK(run.counters().retries == 1);
  CHECK(run.counters().rescued == 1);
  CHECK(run.facts.find("unmap 0") != std::string::npos);
}

TEST_CASE("Case 17: what each stream keeps is missing on the next, and shared streams need none of it") {
  const CaseRun own = run_case("17_every_step_on_new_streams");
  CHECK(own.failure_class() == "held_empty");
  CHECK(own.failure().stream == core::StreamId{3});
  REQUIRE(own.results().streams.size() == 6);
  CHECK(own.results().streams[0].end_reserved_bytes == 2050 * kMiB);
  const CaseRun shared = run_case("17_every_step_on_new_streams", {.streams = sim::StreamUse::shared});
  CHECK(shared.counters().failures() == 0);
  CHECK(shared.results().level(sim::statistics::Level::reserved).peak == 2050 * kMiB);
}

TEST_CASE("Case 19: four pages partly full become one, with the bytes moved and the pages given back") {
  const CaseRun run = run_case("19_four_pages_for_one");
  REQUIRE(run.results().relocations.items.size() == 1);
  const auto& relocation = run.results().relocations.items.front();
  CHECK(relocation.moves_count == 4);
  CHECK((relocation.moved_bytes == 1'600'000));
  CHECK(relocation.pages_freed_count == 4);
  CHECK((relocation.freed_bytes == core::Uint128{8} * kMiB));
}

TEST_CASE("Case 22: the capacity in force is printed with the failure") {
  const CaseRun run = run_case("22_capacity_in_force");
  CHECK(run.failure().id == 9);
  CHECK(run.failure().size == core::Bytes{345'571'976});
  CHECK(run.failure_class() == "over_capacity");
  CHECK(run.sentence().find("of a capacity of 8.68 GiB (9.32 GB)") != std::string::npos);
}

TEST_CASE("Case 23: relocations with a budget end, none copies more than it, and the last ones find nothing") {
  const CaseRun run = run_case("23_relocation_ends");
  core::Uint128 moved = 0;
  for (const auto& relocation : run.results().relocations.items) {
    CHECK((relocation.moved_bytes <= kMiB));
    moved += relocation.moved_bytes;
  }
  CHECK((moved == 3'600'000));
  CHECK((run.results().relocations.items.empty() ||
         run.results().relocations.items.back().outcome != core::RelocationOutcome::abandoned));
  CHECK(count_of(run.facts, "copy ") == 4);
}

TEST_CASE("Case 32: what is reserved grows from step to step, what is live does not") {
  const CaseRun run = run_case("32_reserved_grows_alone");
  const auto& phases = run.results().phases.items;
  REQUIRE(phases.size() == 7);
  for (std::size_t step = 1; step < phases.size(); ++step) {
    CHECK(phases[step].end_live_bytes == 266'000'000);
    CHECK(phases[step].end_reserved_bytes > phases[step - 1].end_reserved_bytes);
  }
}

}  // namespace arenasim::tests
