// Bytes that no slice describes: a quirk of the reference that statistics must show and an option must end.
#include <catch2/catch.hpp>

#include <random>
#include <vector>

#include "tests/metrics/replayed.hpp"

namespace arenasim::tests {

namespace {

using sim::statistics::Level;

/// Small allocations that come and go, all freed at the end.
std::vector<traces::Event> churn(std::uint64_t seed) {
  constexpr std::uint64_t kAllocations = 100750;
  constexpr std::size_t kMostLive = 300;
  std::mt19937_64 random(seed);
  std::vector<traces::Event> events;
  std::vector<traces::Event> live;
  const auto free = [&](std::size_t which) {
    traces::Event event = live[which];
    event.kind = traces::EventKind::free;
    events.push_back(event);
    std::swap(live[which], live.back());
    live.pop_back();
  };
  std::uint32_t slots = 0;
  std::vector<traces::BlockSlot> spare;
  for (std::uint64_t id = 0; id < kAllocations; ++id) {
    while (live.size() >= kMostLive || (!live.empty() && random() % 3 == 0)) {
      const std::size_t which = random() % live.size();
      spare.push_back(live[which].slot);
      free(which);
    }
    traces::Event event;
    event.kind = traces::EventKind::alloc;
    event.id = id;
    event.size = core::Bytes{1 + random() % 4000};
    event.slot = traces::BlockSlot{slots};
    if (spare.empty()) {
      ++slots;
    } else {
      event.slot = spare.back();
      spare.pop_back();
    }
    events.push_back(event);
    live.push_back(event);
  }
  while (!live.empty()) {
    free(live.size() - 1);
  }
  return events;
}

}  // namespace

TEST_CASE("A page loses the bytes that reused lone slices leave behind, and reuse of padding loses none") {
  const std::vector<traces::Event> events = churn(std::random_device{}());
  ReplaySettings settings = ReplaySettings::standard();

  const Replayed reference = replay_events(events, settings);
  const sim::statistics::Results& results = reference.input.results;
  CHECK(results.level(Level::live).end == 0);
  CHECK(results.level(Level::reserved).end == 8388608);
  CHECK(results.level(Level::lost).end > 0);
  // What is left of the page is one range, shorter by what is lost.
  CHECK(results.level(Level::largest_free).end == 8388608 - results.level(Level::lost).end);
  CHECK(results.level(Level::idle).end == 8388608);
  core::Uint128 described = 0;
  for (const core::PoolDescription& pool : reference.input.description.pools) {
    described += pool.lost_bytes;
  }
  CHECK(described == results.level(Level::lost).end);

  settings.options = "padding=reuse";
  const Replayed reuse = replay_events(events, settings);
  CHECK(reuse.input.results.level(Level::lost).peak == 0);
  CHECK(reuse.input.results.level(Level::largest_free).end == reuse.input.results.level(Level::reserved).end);
}

}  // namespace arenasim::tests
