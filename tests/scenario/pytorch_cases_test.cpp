// Situations people met with PyTorch's caching allocator.
#include <catch2/catch.hpp>

#include "core/policies/pytorch/rounding.hpp"
#include "tests/scenario/case_run.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

}  // namespace

TEST_CASE("Case 11: a small request has a segment of its own and leaves the large block whole") {
  const CaseRun run = run_case("11_small_request_beside_a_large_block");
  CHECK(run.places() == "0+0 1+0 0+0");
  constexpr std::uint64_t kLarge = 1908 * kMiB * 2;  // 4 GB in units of 2 MiB
  CHECK(run.results().level(sim::statistics::Level::reserved).end == kLarge + 2 * kMiB);
  const CaseRun limited =
      run_case("11_small_request_beside_a_large_block", {.policy = "pytorch:max_split_size_mb=512"});
  CHECK(limited.places() == run.places());
  CHECK(limited.results().level(sim::statistics::Level::reserved).end == kLarge + 2 * kMiB);
}

TEST_CASE(
    "Case 11, with 10 MB: the large block is split, and a second one granted, unless max_split_size_mb forbids it") {
  const std::string text =
      "device alignment=512 memory=pytorch\nalloc 0 4000000000 0\nfree 0\nalloc 1 12000000 0\nalloc 2 4000000000 0\n";
  constexpr std::uint64_t kLarge = 1908 * kMiB * 2;
  const CaseRun split = run_scenario_text(text);
  CHECK(split.places() == "0+0 0+0 1+0");
  CHECK(split.results().level(sim::statistics::Level::reserved).end == 2 * kLarge);
  const CaseRun whole = run_scenario_text(text, {.policy = "pytorch:max_split_size_mb=512"});
  CHECK(whole.places() == "0+0 1+0 0+0");
  CHECK(whole.results().level(sim::statistics::Level::reserved).end == kLarge + 12 * kMiB);
}

TEST_CASE("Case 12: with four steps between powers of two, 1001, 1021 and 1023 become 1024, and 1200 becomes 1280") {
  using core::Bytes;
  for (const auto& [size, step] : {std::pair{1001, 1024},
                                   {1021, 1024},
                                   {1023, 1024},
                                   {1024, 1024},
                                   {1025, 1280},
                                   {1200, 1280},
                                   {1280, 1280},
                                   {1281, 1536},
                                   {1792, 1792},
                                   {1793, 2048}}) {
    INFO(size);
    CHECK(core::pytorch::next_step(Bytes{static_cast<std::uint64_t>(size)}, 4) ==
          Bytes{static_cast<std::uint64_t>(step)});
  }
  const auto padding = [](const CaseRun& run) {
    core::Uint128 sum = 0;
    for (const auto& pool : run.input.description.pools) {
      sum += pool.padding_bytes;
    }
    return static_cast<std::uint64_t>(sum);
  };
  CHECK(padding(run_case("12_steps_between_powers_of_two")) == (23U + 3U + 1U + 80U) * std::uint64_t{1024});
  CHECK(padding(run_case("12_steps_between_powers_of_two", {.policy = "pytorch"})) == 0);
}

TEST_CASE("Case 17 under pytorch: each stream caches what it freed, and a failure empties every cache first") {
  const CaseRun run = run_case("17_every_step_on_new_streams", {.policy = "pytorch"});
  CHECK(run.counters().failures() == 0);
  CHECK(run.counters().rescued > 0);
  const CaseRun shared =
      run_case("17_every_step_on_new_streams", {.policy = "pytorch", .streams = sim::StreamUse::shared});
  CHECK(shared.results().level(sim::statistics::Level::reserved).peak == 2048 * kMiB);
  CHECK(run.results().level(sim::statistics::Level::reserved).peak > 4096 * kMiB);
}

}  // namespace arenasim::tests
