#include "sim/statistics/statistics.hpp"

#include <catch2/catch.hpp>

#include "tests/support/moments.hpp"
#include "tests/unit/sim/statistics/observed.hpp"

namespace arenasim::sim::statistics {

using tests::Moments;

namespace {

/// Two allocations of 100 on a page of 1000, the first freed again.
Moments two_allocations() {
  Moments moments;
  moments.alloc(1, 100, 0).mapped(0, 1000).appeared(0, 0, 1000).vanished(0, 0, 1000).appeared(0, 100, 900).placed(0, 0);
  moments.alloc(2, 100, 10).vanished(0, 100, 900).appeared(0, 200, 800).placed(0, 100);
  moments.free(1, 100, 30).freed().appeared(0, 0, 100);
  return moments;
}

}  // namespace

TEST_CASE("Levels are sampled after every event, with all five statistics") {
  const Results results = observed(two_allocations());
  CHECK(results.counters.moments == 3);
  const LevelFigure& live = results.level(Level::live);
  CHECK(live.peak == 200);
  CHECK(live.least == 100);
  CHECK(live.end == 100);
  CHECK(live.sum == 400);
  CHECK(live.time_sum == 100 * 10 + 200 * 20);
  CHECK(results.sampled_ns == 30);
  CHECK(results.level(Level::reserved).sum == 3000);
  CHECK(results.level(Level::stranded).end == 900);
  CHECK(results.level(Level::largest_free).least == 800);
}

TEST_CASE("Fragmentation counts what lies outside the largest range") {
  const Results results = observed(two_allocations());
  CHECK(results.ratio(Ratio::external_fragmentation).end == Approx(100.0 / 900));
  CHECK(results.ratio(Ratio::external_fragmentation).least == 0);
  CHECK(results.ratio(Ratio::free_concentration).end == Approx(1 - (100.0 * 100 + 800 * 800) / (900 * 900)));
  CHECK(results.ratio(Ratio::internal_fragmentation).peak == 0);
}

TEST_CASE("What nobody asked for and nobody else can have is internal fragmentation") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  CHECK(observed(moments).ratio(Ratio::internal_fragmentation).end == Approx(156.0 / 256));
}

TEST_CASE("A page that holds nothing is idle, lost bytes included, and how long it was is counted") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  moments.free(1, 100).freed().lost(0, 56).appeared(0, 0, 200);
  moments.alloc(2, 50);
  moments.alloc(3, 50).vanished(0, 0, 200).appeared(0, 50, 150).placed(0, 0);
  const Results results = observed(moments);
  CHECK(results.level(Level::idle).peak == 256);
  CHECK(results.level(Level::idle).end == 0);
  CHECK(results.level(Level::lost).end == 56);
  CHECK(results.level(Level::stranded).end == 150);
  CHECK(results.histograms.idle_page_age_events.buckets()[2].count == 1);
  CHECK(results.histograms.idle_page_age_events.buckets()[2].bytes == 256);
}

TEST_CASE("A range that changes counts as one that vanishes and one that appears") {
  const core::Range whole{core::Bytes{0}, core::Bytes{1000}};
  const core::Range rest{core::Bytes{100}, core::Bytes{900}};
  Moments moments;
  moments.alloc(1, 100, 0).mapped(0, 1000).appeared(0, 0, 1000).changed(0, whole, rest).placed(0, 0);
  moments.alloc(2, 100, 10).changed(0, rest, {core::Bytes{200}, core::Bytes{800}}).placed(0, 100);
  moments.free(1, 100, 30).freed().appeared(0, 0, 100);
  const Results changed = observed(moments);
  const Results told_apart = observed(two_allocations());
  for (std::size_t level = 0; level < kLevels; ++level) {
    CHECK(changed.levels[level].sum == told_apart.levels[level].sum);
    CHECK(changed.levels[level].peak == told_apart.levels[level].peak);
    CHECK(changed.levels[level].end == told_apart.levels[level].end);
  }
  for (std::size_t ratio = 0; ratio < kRatios; ++ratio) {
    CHECK(changed.ratios[ratio].mean == told_apart.ratios[ratio].mean);
    CHECK(changed.ratios[ratio].end == told_apart.ratios[ratio].end);
  }
}

TEST_CASE("A page given back takes its lost bytes and its idle bytes along") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  moments.free(1, 100).freed().lost(0, 56).appeared(0, 0, 200).vanished(0, 0, 200).unmapped(0, 256);
  const Results results = observed(moments);
  CHECK(results.level(Level::reserved).end == 0);
  CHECK(results.level(Level::lost).end == 0);
  CHECK(results.level(Level::idle).end == 0);
  CHECK(results.counters.page_releases == 1);
}

TEST_CASE("Pending bytes are live until the free is done") {
  Moments moments;
  moments.alloc(1, 100, 0).mapped(0, 100).placed(0, 0);
  moments.request_free(1, 100, 5);
  moments.free(1, 100, 9).freed().appeared(0, 0, 100);
  moments.last().step = FreeStep::completed;
  const Results results = observed(moments);
  CHECK(results.level(Level::pending).peak == 100);
  CHECK(results.level(Level::pending).end == 0);
  CHECK(results.level(Level::live).sum == 200);
  CHECK(results.counters.frees == 1);
}

TEST_CASE("What its owner let go is not live, and its late free takes nothing away again") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 100).placed(0, 0);
  moments.free(1, 100).fact({.kind = core::FactKind::let_go, .allocation = core::AllocationId{1}});
  moments.other(CommandKind::unbind)
      .fact({.kind = core::FactKind::freed, .flag = true, .allocation = core::AllocationId{1}});
  const Results results = observed(moments);
  CHECK(results.level(Level::live).end == 0);
  CHECK(results.histograms.lifetime_events.buckets()[1].count == 1);
}

TEST_CASE("Pages are outdated once the arena has grown past their size") {
  Moments moments;
  moments.alloc(1, 100).mapped(0, 256).placed(0, 0);
  moments.alloc(2, 1000)
      .mapped(1, 1024, 3)
      .fact({.kind = core::FactKind::grown,
             .reason = 2,
             .pool = 3,
             .offset = core::Bytes{256},
             .bytes = core::Bytes{1024},
             .extra = core::Bytes{1000}})
      .placed(1, 0);
  moments.free(1, 100).freed().appeared(0, 0, 256).vanished(0, 0, 256).unmapped(0, 256);
  const Results results = observed(moments);
  CHECK(results.level(Level::outdated_pages).peak == 1);
  CHECK(results.level(Level::outdated).peak == 256);
  CHECK(results.level(Level::outdated_pages).end == 0);
  REQUIRE(results.growths.items.size() == 1);
  CHECK(results.growths.items[0].outdated_pages_count == 1);
  CHECK(results.growths.items[0].request == core::Bytes{1000});
}

TEST_CASE("Who was live at the peak is known after they are gone") {
  Moments moments;
  moments.alloc(1, 300).mapped(0, 1000).placed(0, 0);
  moments.alloc(2, 200).placed(0, 300);
  moments.alloc(3, 200).placed(0, 500);
  moments.free(1, 300).freed();
  moments.free(2, 200).freed();
  moments.alloc(4, 250).placed(0, 0);
  const Results results = observed(moments);
  REQUIRE(results.sizes_at_peak.size() == 2);
  CHECK(results.sizes_at_peak[0].size == core::Bytes{200});
  CHECK(results.sizes_at_peak[0].count == 2);
  CHECK(results.sizes_at_peak[1].bytes == 300);
  CHECK(results.peak_live_event == 2);
}

TEST_CASE("What is reserved before the first allocation is reported") {
  Moments moments;
  moments.mapped(0, 4096).appeared(0, 0, 4096);
  moments.alloc(1, 100).vanished(0, 0, 4096).appeared(0, 100, 3996).placed(0, 0);
  CHECK(observed(moments).reserved_before_first_allocation_bytes == 4096);
}

TEST_CASE("Preexisting allocations are live but no moments") {
  Moments moments;
  moments.other(CommandKind::preexisting);
  moments.last().size = core::Bytes{50};
  moments.last().allocation = core::AllocationId{7};
  moments.mapped(0, 256).placed(0, 0);
  moments.alloc(1, 100).mapped(1, 256).placed(1, 0);
  const Results results = observed(moments);
  CHECK(results.counters.moments == 1);
  CHECK(results.counters.preexisting == 1);
  CHECK(results.counters.allocations == 1);
  CHECK(results.level(Level::live).peak == 150);
  CHECK(results.level(Level::live).least == 150);
}

TEST_CASE("Levels past 64 bits stay at the greatest number and say so") {
  Moments moments;
  moments.alloc(1, 1).mapped(0, ~std::uint64_t{0}).mapped(1, 2).placed(1, 0);
  const Results results = observed(moments);
  CHECK(results.saturated);
  CHECK(results.level(Level::reserved).peak == ~std::uint64_t{0});
}

TEST_CASE("Figures are the same however moments are cut into batches") {
  Statistics statistics({});
  std::uint64_t time = 0;
  Moments whole;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    time += i % 7;
    whole.alloc(i, 10 + i % 90, time).mapped(i, 128).placed(i, 0);
    Moments single;
    single.alloc(i, 10 + i % 90, time).mapped(i, 128).placed(i, 0);
    single.last().event = i;
    statistics.observe(single.batch());
  }
  const Results one = observed(whole);
  const Results many = statistics.finish();
  CHECK(one.level(Level::live).time_sum == many.level(Level::live).time_sum);
  CHECK(one.level(Level::live).sum == many.level(Level::live).sum);
  CHECK(one.ratio(Ratio::internal_fragmentation).time_mean == many.ratio(Ratio::internal_fragmentation).time_mean);
}

}  // namespace arenasim::sim::statistics
