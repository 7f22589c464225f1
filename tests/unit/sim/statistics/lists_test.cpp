// Failures, phases, streams, stalls and series, on moments made by hand.
#include <catch2/catch.hpp>

#include <cstddef>

#include "tests/support/moments.hpp"
#include "tests/unit/sim/statistics/observed.hpp"

namespace arenasim::sim::statistics {

using tests::Moments;

TEST_CASE("A failed request is a moment and a failure, and its size is not live") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  moments.alloc(2, 5000)
      .refused(8192)
      .fact({.kind = core::FactKind::retried})
      .refused(8192)
      .failed(core::Refusal::out_of_memory);
  const Results results = observed(moments, with_capacity(1000));
  CHECK(results.counters.moments == 2);
  CHECK(results.counters.failures() == 1);
  CHECK(results.counters.retries == 1);
  CHECK(results.counters.rescued == 0);
  CHECK(results.counters.page_refusals == 2);
  CHECK(results.counters.failed_bytes == 5000);
  CHECK(results.counters.first_failure_event == 1U);
  REQUIRE(results.failures.items.size() == 1);
  CHECK(results.failures.items[0].failure_class == FailureClass::over_capacity);
  CHECK(results.level(Level::live).end == 100);
}

TEST_CASE("An allocation that comes again after waiting is no failure yet") {
  Moments moments;
  moments.alloc(1, 100).refused(256).failed(core::Refusal::out_of_memory);
  moments.last().comes_again = true;
  moments.last().counted = false;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  const Results results = observed(moments);
  CHECK(results.counters.failures() == 0);
  CHECK(results.counters.allocations == 1);
}

TEST_CASE("What the recording could not get is counted apart") {
  Moments moments;
  moments.probe(100).mapped(0, 256).placed(0, 0).freed().appeared(0, 0, 256);
  moments.probe(9000).failed(core::Refusal::too_large);
  const Results results = observed(moments);
  CHECK(results.counters.recorded_failures == 2);
  CHECK(results.counters.ok_while_recorded_failed == 1);
  CHECK(results.counters.failures() == 0);
  CHECK(results.counters.moments == 0);
  CHECK(results.histograms.lifetime_events.buckets()[0].count == 0);
  REQUIRE(results.failures.items.size() == 1);
  CHECK(results.failures.items[0].recorded);
}

TEST_CASE("Phases run from marker to marker") {
  Moments moments;
  moments.alloc(1, 100, 0).mapped(0, 256).placed(0, 0);
  moments.other(CommandKind::marker, 5);
  moments.last().tag = traces::Tag{3};
  moments.alloc(2, 50, 6).placed(0, 100);
  moments.free(1, 100, 7).freed();
  moments.other(CommandKind::marker, 8);
  const Results results = observed(moments);
  REQUIRE(results.phases.items.size() == 3);
  CHECK(results.phases.items[0].grants_count == 1);
  CHECK(results.phases.items[0].end_live_bytes == 100);
  CHECK(results.phases.items[1].marker == traces::Tag{3});
  CHECK(results.phases.items[1].peak_live_bytes == 150);
  CHECK(results.phases.items[1].end_live_bytes == 50);
  CHECK(results.phases.items[1].grants_count == 0);
  CHECK(results.phases.items[2].peak_live_bytes == 50);
}

TEST_CASE("The peak of a phase in which memory is only freed is what the first free left") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  moments.alloc(2, 50).placed(0, 100);
  moments.other(CommandKind::marker, 5);
  moments.free(1, 100, 6).freed();
  moments.free(2, 50, 7).freed();
  const Results results = observed(moments);
  REQUIRE(results.phases.items.size() == 2);
  CHECK(results.phases.items[1].peak_live_bytes == 50);
  CHECK(results.phases.items[1].peak_reserved_bytes == 256);
  CHECK(results.phases.items[1].end_live_bytes == 0);
}

TEST_CASE("Each stream has peaks of its own") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256, 2, 5).placed(0, 0, 5);
  moments.alloc(2, 70).mapped(1, 128, 2, -1).placed(1, 0, -1);
  moments.free(1, 100).freed().appeared(0, 0, 256).vanished(0, 0, 256).unmapped(0, 256);
  const Results results = observed(moments);
  REQUIRE(results.streams.size() == 2);
  CHECK(results.streams[0].stream == core::StreamId{-1});
  CHECK(results.streams[0].end_reserved_bytes == 128);
  CHECK(results.streams[1].peak_live_bytes == 100);
  CHECK(results.streams[1].peak_reserved_bytes == 256);
  CHECK(results.streams[1].end_reserved_bytes == 0);
}

TEST_CASE("Stalls are summed by cause, and their 99th percentile is of nearest rank") {
  Moments moments;
  for (std::uint32_t i = 1; i <= 200; ++i) {
    moments.alloc(i, 1).stall(StallCause::grant, i).stall(StallCause::wait, 1000);
  }
  moments.alloc(201, 1);
  const Results results = observed(moments);
  CHECK(results.stalls.by_cause[static_cast<std::size_t>(StallCause::grant)] == 20100);
  CHECK(results.stalls.by_cause[static_cast<std::size_t>(StallCause::wait)] == 200000);
  CHECK(results.stalls.max_ns == 1200);
  CHECK(results.stalls.p99_ns == 1198);
}

TEST_CASE("Lists are cut at their limit and say what they dropped") {
  Moments moments;
  for (std::uint32_t i = 0; i < 5; ++i) {
    moments.alloc(i, 10).failed(core::Refusal::too_large);
  }
  const Results results = observed(moments, cut_at(2));
  CHECK(results.failures.items.size() == 2);
  CHECK(results.failures.dropped_count == 3);
  CHECK(results.counters.failures() == 5);
}

TEST_CASE("A tick is a row of the series and nothing else is") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  moments.other(CommandKind::tick, 50);
  const Results results = observed(moments, sampled_every(50));
  REQUIRE(results.series.size() == 1);
  CHECK(results.series[0].time == core::SimTime{core::SimDuration{50}});
  CHECK(results.series[0].live_bytes == 100);
}

}  // namespace arenasim::sim::statistics
