// Situations people met, where a pool of theirs answers as it did.
#include <catch2/catch.hpp>

#include "tests/scenario/case_run.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

}  // namespace

TEST_CASE("Case 13: two free ranges with a live block between them serve neither, and the largest is named") {
  const CaseRun run = run_case("13_live_block_between");
  CHECK(run.failure().id == 3);
  CHECK(run.failure_class() == "fragmented");
  CHECK(run.failure().free_bytes == 205'520'928);
  CHECK(run.failure().largest_free_bytes == 201'326'624);
  CHECK(run.sentence().find("the largest range 192.00 MiB") != std::string::npos);
}

TEST_CASE("Case 14: an initial pool makes a request fail that is served without one") {
  CHECK(run_case("14_initial_pool_too_small").counters().failures() == 1);
  CHECK(run_case("14_initial_pool_too_small", {.policy = "rmm-pool:maximum=1GiB"}).counters().failures() == 0);
}

TEST_CASE("Case 15: a pool that doubles reserves several times what is live, and each step is listed") {
  const CaseRun run = run_case("15_pool_doubles_past_its_need");
  const auto& growths = run.results().growths.items;
  REQUIRE_FALSE(growths.empty());
  std::uint64_t reserved = 2 * kGiB;
  for (const auto& growth : growths) {
    CHECK(growth.to_page.count() == reserved);
    reserved += growth.to_page.count();
  }
  CHECK(run.results().level(sim::statistics::Level::live).peak <= 8 * kGiB);
  CHECK(run.results().level(sim::statistics::Level::reserved).end == reserved);
  CHECK(reserved >= 16 * kGiB);
  CHECK(run.metric("waste_ratio") > 1);
}

TEST_CASE("Case 16: 30 GB free in pieces do not hold 132 MB, and the sentence has every figure") {
  constexpr std::uint64_t kReserved = 84'490'059'776;
  constexpr std::uint64_t kUsed = 53'514'136'688;
  constexpr std::uint64_t kPieces = 240;
  constexpr std::uint64_t kHole = (kReserved - kUsed) / kPieces;
  std::string text = "device alignment=1 capacity=" + std::to_string(kReserved) +
                     " memory=tlsf:page=" + std::to_string(kReserved) + ",strategy=min-offset\n";
  std::string frees;
  std::uint64_t used = 0;
  for (std::uint64_t piece = 0; piece < kPieces; ++piece) {
    const std::uint64_t held = piece + 1 == kPieces ? kUsed - used : kUsed / kPieces;
    used += held;
    text += "alloc " + std::to_string(2 * piece) + ' ' + std::to_string(kHole) + " 0\nalloc " +
            std::to_string(2 * piece + 1) + ' ' + std::to_string(held) + " 0\n";
    frees += "free " + std::to_string(2 * piece) + '\n';
  }
  const CaseRun run = run_scenario_text(text + frees + "alloc 9999 132870728 0\n");
  CHECK(run.failure().id == 9999);
  CHECK(run.failure_class() == "fragmented");
  CHECK(run.failure().live_bytes == kUsed);
  CHECK(run.failure().reserved_bytes == kReserved);
  for (const char* const figure :
       {"126.72 MiB (132.87 MB)", "49.84 GiB (53.51 GB) live", "78.69 GiB (84.49 GB) reserved"}) {
    INFO(figure);
    CHECK(run.sentence().find(figure) != std::string::npos);
  }
}

TEST_CASE("Case 18: the high water of what was asked for and that of aligned sizes are kept apart") {
  const CaseRun run = run_case("18_two_high_waters");
  CHECK(run.bytes("peak_live_bytes") == 2064);
  CHECK(run.bytes("peak_aligned_live_bytes") == 2080);
}

TEST_CASE("Case 20: regions that double reserve nearly twice a model; one region reserves what it may") {
  const CaseRun doubling = run_case("20_regions_double");
  CHECK(doubling.results().level(sim::statistics::Level::live).peak == kMiB * 258 * 64);
  CHECK(doubling.results().level(sim::statistics::Level::reserved).peak > 31 * kGiB);
  const CaseRun whole = run_case("20_regions_double", {.policy = "bfc:allow-growth=false"});
  CHECK(whole.results().level(sim::statistics::Level::reserved).peak == 40 * kGiB);
  CHECK(whole.counters().page_grants == 1);
}

TEST_CASE("Case 21: a request larger than the only free chunk has a class by its figures") {
  const CaseRun run = run_case("21_one_small_chunk_left");
  CHECK(run.failure().id == 1);
  CHECK(run.failure().reserved_bytes == 40'231'108'608);
  CHECK(run.failure().free_bytes == 379'207'168);
  CHECK(run.failure().largest_free_bytes == 379'207'168);
  CHECK(run.failure_class() == "over_capacity");
  CHECK(run.sentence().find("361.64 MiB free") != std::string::npos);
}

TEST_CASE("Case 24: no range passes the end of its block") {
  const CaseRun run = run_case("24_end_of_the_block");
  CHECK(run.places() == "0+0 0+576 0+1224");
  CHECK(run.placements.find("\n2,3,4,720,1224,0\n") != std::string::npos);
}

TEST_CASE("Case 25: a free range of exactly the size asked for is taken, by every policy that keeps ranges") {
  for (const char* const policy :
       {"arena", "quickpool:first=8MiB", "tlsf:strategy=min-memory", "rmm-pool:initial=8MiB", "bfc", "buddy",
        "rmm-arena:superblock=8MiB", "exclusive", "binning", "offline:order=start"}) {
    INFO(policy);
    const CaseRun run = run_case("25_exact_fit", {.policy = policy});
    const std::string places = run.places();
    const auto words = [&places](std::size_t index) {
      std::size_t at = 0;
      for (; index > 0; --index) {
        at = places.find(' ', at) + 1;
      }
      return places.substr(at, places.find(' ', at) - at);
    };
    CHECK(words(3) == words(1));
  }
}

TEST_CASE("Case 26: sizes near 2^64 are too large, and what comes after them is served") {
  for (const char* const policy : {"tlsf", "quickpool", "rmm-pool", "bfc", "buddy", "direct", "binning", "rmm-arena",
                                   "arena", "exclusive", "offline"}) {
    INFO(policy);
    const CaseRun run = run_case("26_sizes_that_wrap", {.policy = policy});
    CHECK(run.counters().failures_by_reason[static_cast<std::size_t>(core::Refusal::too_large)] == 3);
    CHECK(run.counters().failures() == 3);
    CHECK(run.counters().served == 1);
  }
}

TEST_CASE("Case 27: an index of fragmentation is 0 where nothing is free, and the largest hole stands beside it") {
  const CaseRun run = run_case("27_nothing_free");
  CHECK(run.metric("peak_external_fragmentation_ratio") == 0);
  CHECK(run.metric("mean_external_fragmentation_ratio") == 0);
  CHECK(run.bytes("end_largest_free_bytes") == 0);
}

TEST_CASE("Case 29: a power of two stays one, and one byte more is the next") {
  const CaseRun run = run_case("29_size_classes_at_edges");
  CHECK(run.counters().page_grants == 3);
  CHECK((run.counters().granted_bytes == core::Uint128{256} * kMiB));
  CHECK(run_case("29_size_classes_at_edges", {.policy = "bfc"}).placements.find("67108864") != std::string::npos);
}

TEST_CASE("Case 31: what an idle program holds before its first request is reported") {
  const CaseRun run = run_case("31_block_taken_at_the_start");
  CHECK(run.bytes("reserved_before_first_allocation_bytes") == 256 * kMiB);
}

}  // namespace arenasim::tests
