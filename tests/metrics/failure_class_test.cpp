// Every failure has a class, and the class is true of the memory it happened in.
#include <catch2/catch.hpp>

#include <random>
#include <vector>

#include "tests/metrics/replayed.hpp"

namespace arenasim::tests {

namespace {

using sim::statistics::Failure;
using sim::statistics::FailureClass;

std::vector<traces::Event> random_events(std::mt19937_64& random) {
  std::vector<traces::Event> events;
  std::vector<traces::Event> live;
  std::vector<traces::BlockSlot> spare;
  std::uint32_t slots = 0;
  const std::uint64_t most = std::uint64_t{1} << (10 + random() % 16);
  for (std::uint64_t id = 0; id < 800; ++id) {
    traces::Event event;
    if (!live.empty() && random() % 5 < 2) {
      const std::size_t which = random() % live.size();
      event = live[which];
      event.kind = traces::EventKind::free;
      if (random() % 3 == 0) {
        event.kind = traces::EventKind::free_requested;
      } else {
        spare.push_back(event.slot);
      }
      std::swap(live[which], live.back());
      live.pop_back();
    } else {
      event.kind = traces::EventKind::alloc;
      event.id = id;
      event.size = core::Bytes{random() % most};
      event.stream = core::StreamId{static_cast<std::int32_t>(random() % 2)};
      if (spare.empty()) {
        event.slot = traces::BlockSlot{slots++};
      } else {
        event.slot = spare.back();
        spare.pop_back();
      }
      live.push_back(event);
    }
    events.push_back(event);
  }
  return events;
}

core::Uint128 aligned(core::Bytes size, core::Alignment alignment) {
  return core::Uint128{size.count()} + alignment.padding(size).count();
}

void check(const Failure& failure, const core::Limits& limits) {
  const core::Uint128 needed = aligned(failure.size, limits.alignment);
  const core::Uint128 capacity = limits.capacity->count();
  const core::Uint128 ungranted = capacity - failure.reserved_bytes;
  switch (failure.failure_class) {
    case FailureClass::forbidden:
    case FailureClass::injected:
      FAIL("nothing records and no fault was asked for");
      break;
    case FailureClass::never_fits:
      CHECK(failure.reason == core::Refusal::too_large);
      break;
    case FailureClass::exhausted:
      CHECK(failure.reason == core::Refusal::page_sizes_exhausted);
      break;
    case FailureClass::over_capacity:
      break;
    case FailureClass::pending:
      CHECK(failure.pending_bytes > 0);
      break;
    case FailureClass::held_empty:
      CHECK(failure.idle_bytes > 0);
      CHECK(failure.reserved_bytes - failure.idle_bytes + failure.page_bytes.count() <= capacity);
      break;
    case FailureClass::page_too_large:
      CHECK(ungranted >= needed);
      CHECK(failure.page_bytes.count() > ungranted);
      break;
    case FailureClass::fragmented:
      CHECK(failure.free_bytes + ungranted >= needed);
      break;
    case FailureClass::overhead:
      CHECK(failure.free_bytes + ungranted < needed);
      CHECK(failure.reserved_bytes - failure.free_bytes > failure.live_bytes);
      break;
  }
}

}  // namespace

TEST_CASE("One failure class always holds, and is true of the memory then") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::uint64_t failures = 0;
  for (int round = 0; round < 60; ++round) {
    ReplaySettings settings = ReplaySettings::standard();
    settings.policy = round % 2 == 0 ? "arena" : "exclusive";
    settings.limits.capacity = core::Bytes{std::uint64_t{1} << (21 + random() % 6)};
    settings.limits.largest_page = core::Bytes{std::uint64_t{1} << (20 + random() % 8)};
    const Replayed replayed = replay_events(random_events(random), settings);
    for (const Failure& failure : replayed.input.results.failures.items) {
      check(failure, settings.limits);
      ++failures;
    }
  }
  CHECK(failures > 0);
}

}  // namespace arenasim::tests
