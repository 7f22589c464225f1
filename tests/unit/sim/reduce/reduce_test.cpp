// Reduction: as small as can be in pairs and sizes, and the same for any number of threads.
#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "sim/reduce/pieces.hpp"
#include "sim/reduce/reduce.hpp"

namespace arenasim::tests {
namespace {

using sim::reduce::Events;
using traces::Event;
using traces::EventKind;

Event an_event(EventKind kind, std::uint64_t id = 0, std::uint64_t size = 0) {
  Event made;
  made.id = id;
  made.size = core::Bytes{size};
  made.kind = kind;
  return made;
}

/// Allocation `id` of `1000 + id` bytes, and after `lives` more its free.
Events churn(std::uint64_t count, std::uint64_t lives) {
  Events events;
  for (std::uint64_t id = 0; id < count + lives; ++id) {
    if (id < count) {
      events.push_back(an_event(EventKind::alloc, id, 1'000 + id));
    }
    if (id >= lives) {
      events.push_back(an_event(EventKind::free, id - lives, 1'000 + id - lives));
    }
    if (id % 100 == 0) {
      events.push_back(an_event(EventKind::marker));
    }
  }
  return events;
}

bool has(const Events& events, std::uint64_t id, EventKind kind, std::uint64_t least_size) {
  return std::any_of(events.begin(), events.end(), [&](const Event& event) {
    return event.id == id && event.kind == kind && event.size.count() >= least_size;
  });
}

/// Shows where 300 is at least 700 bytes, 2000 is freed, and 4100 is at least 3 bytes.
bool shows(const Events& events) {
  return has(events, 300, EventKind::alloc, 700) && has(events, 2'000, EventKind::free, 1) &&
         has(events, 4'100, EventKind::alloc, 3);
}

Events reduced(sim::Jobs jobs) {
  const sim::reduce::Task task{.shows = shows,
                               .better = [](const Events& best) { CHECK(shows(best)); },
                               .tried = [](auto, auto) {},
                               .jobs = jobs};
  return sim::reduce::reduce(churn(5'000, 50), task);
}

TEST_CASE("Only what the condition needs is left, as small as it can be") {
  const Events left = reduced(sim::Jobs{1});
  REQUIRE(left.size() == 4);
  CHECK(left[0].id == 300);
  CHECK(left[0].size == core::Bytes{700});
  CHECK(left[1].id == 2'000);
  CHECK(left[1].size == core::Bytes{1});
  CHECK(left[2].kind == EventKind::free);
  CHECK(left[2].size == core::Bytes{1});
  CHECK(left[3].size == core::Bytes{3});
}

TEST_CASE("A reduction does not go by the number of threads") {
  const auto ids = [](const Events& events) {
    std::vector<std::uint64_t> found;
    std::transform(events.begin(), events.end(), std::back_inserter(found),
                   [](const Event& event) { return event.id; });
    return found;
  };
  CHECK(ids(reduced(sim::Jobs{1})) == ids(reduced(sim::Jobs{3})));
}

TEST_CASE("A condition on a count keeps so many pieces and no more") {
  const auto three = [](const Events& events) {
    return std::count_if(events.begin(), events.end(),
                         [](const Event& event) { return event.kind == EventKind::alloc; }) >= 3;
  };
  const sim::reduce::Task task{.shows = three, .better = [](const Events&) {}, .tried = [](auto, auto) {}, .jobs = {2}};
  CHECK(sim::reduce::reduce(churn(1'000, 10), task).size() == 3);
}

TEST_CASE("No allocation takes the slot of one that is held, though its free has gone") {
  Events events;
  for (std::uint64_t id = 0; id < 40; ++id) {  // a reader gives all of them one slot
    events.push_back(an_event(EventKind::alloc, id, 8));
    events.push_back(an_event(EventKind::free, id, 8));
  }
  const auto three = [](const Events& some) {
    std::set<std::uint32_t> held;
    for (const Event& event : some) {
      if (event.kind == EventKind::alloc) {
        CHECK(held.insert(event.slot.number()).second);
      } else {
        held.erase(event.slot.number());
      }
    }
    return some.size() >= 3;
  };
  const sim::reduce::Task task{.shows = three, .better = [](const Events&) {}, .tried = [](auto, auto) {}, .jobs = {1}};
  const Events left = sim::reduce::reduce(std::move(events), task);
  CHECK(left.size() == 3);
}

TEST_CASE("An allocation and its frees are one piece, a marker is another") {
  const sim::reduce::Pieces pieces({an_event(EventKind::alloc, 1), an_event(EventKind::marker),
                                    an_event(EventKind::free_requested, 1), an_event(EventKind::preexisting, 2),
                                    an_event(EventKind::free_completed, 1)});
  REQUIRE(pieces.count() == 3);
  CHECK(pieces.is_allocation(0));
  CHECK_FALSE(pieces.is_allocation(1));
  CHECK(pieces.kept({true, false, false}).size() == 3);
  CHECK(pieces.kept({false, true, true}).size() == 2);
}

}  // namespace
}  // namespace arenasim::tests
