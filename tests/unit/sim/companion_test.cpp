#include "sim/companion.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

#include "traces/input_error.hpp"

namespace arenasim::sim {
namespace {

/// Remembers which events it saw, with how many facts; fails at one of them.
class Remembers final : public Observer {
 public:
  explicit Remembers(std::uint64_t fails_at) : fails_at_(fails_at) {}

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::events; }
  void observe(const Batch& batch) override {
    for (const Moment& moment : batch.moments) {
      if (moment.event == fails_at_) {
        throw std::runtime_error{"enough"};
      }
      events.push_back(moment.event);
    }
    facts += batch.facts.size();
  }

  std::vector<std::uint64_t> events;
  std::size_t facts = 0;

 private:
  std::uint64_t fails_at_;
};

/// Batches of one to a hundred moments, two facts each.
void send(Observer& observer, std::uint64_t moments) {
  std::uint64_t event = 0;
  for (std::size_t size = 1; event < moments; size = size % 100 + 1) {
    std::vector<Moment> batch(size);
    for (Moment& moment : batch) {
      moment.event = event++;
    }
    const std::vector<core::Fact> facts(size * 2);
    observer.observe({.moments = batch, .facts = facts, .stalls = {}});
  }
}

/// Ids in order of arrival; throws StopReading past `most`.
class Ids : public traces::EventSink {
 public:
  explicit Ids(std::size_t most) : most_(most) {}

  void take(std::span<const traces::Event> events) override {
    for (const traces::Event& event : events) {
      ids.push_back(event.id);
    }
    if (ids.size() > most_) {
      throw traces::StopReading{};
    }
  }

  std::vector<std::uint64_t> ids;

 private:
  std::size_t most_;
};

/// Makes `batches_per_event` batches of one moment out of each event, as an engine does that is watched.
class Watched final : public Ids {
 public:
  Watched(Observer& observer, std::size_t batches_per_event)
      : Ids(~std::size_t{0}), observer_(observer), batches_per_event_(batches_per_event) {}

  void take(std::span<const traces::Event> events) override {
    Ids::take(events);
    for (const traces::Event& event : events) {
      for (std::size_t batch = 0; batch < batches_per_event_; ++batch) {
        const std::vector<Moment> moments{Moment{.event = event.id}};
        observer_.observe({.moments = moments, .facts = {}, .stalls = {}});
      }
    }
  }

 private:
  Observer& observer_;
  std::size_t batches_per_event_;
};

/// Sends events with the ids from 0 on.
void send(traces::EventSink& sink, std::uint64_t count) {
  constexpr std::uint64_t at_a_time = 100;
  for (std::uint64_t first = 0; first < count; first += at_a_time) {
    std::vector<traces::Event> events(std::min(at_a_time, count - first));
    for (std::size_t at = 0; at < events.size(); ++at) {
      events[at].id = first + at;
    }
    sink.take(events);
  }
}

std::vector<std::uint64_t> numbers_up_to(std::size_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

TEST_CASE("A companion's observer sees every batch in order") {
  Remembers here{~std::uint64_t{0}};
  Remembers there{~std::uint64_t{0}};
  Companion companion{&there};
  send(here, 20'000);
  send(companion, 20'000);
  companion.finish();
  CHECK(there.events == here.events);
  CHECK(there.facts == here.facts);
  CHECK(companion.detail() == core::FactDetail::events);
}

TEST_CASE("What a companion's observer throws is thrown as it finishes") {
  Remembers there{500};
  Companion companion{&there};
  send(companion, 20'000);
  CHECK_THROWS_AS(companion.finish(), std::runtime_error);
  CHECK(there.events.back() == 499);
}

TEST_CASE("Events that a companion reads arrive in order, pass by pass") {
  Companion companion{nullptr};
  for (const std::size_t count : {0U, 1U, 5'000U, 100'000U}) {
    Ids ids{count};
    companion.read([count](traces::EventSink& sink) { send(sink, count); }, ids);
    CHECK(ids.ids == numbers_up_to(count));
  }
  companion.finish();
}

TEST_CASE("A companion reads and watches at once, however much there is of either") {
  for (const std::size_t batches_per_event : {0U, 1U, 3U}) {
    CAPTURE(batches_per_event);
    Remembers seen{~std::uint64_t{0}};
    Companion companion{&seen};
    Watched ids{companion, batches_per_event};
    companion.read([](traces::EventSink& sink) { send(sink, 50'050); }, ids);
    companion.finish();
    CHECK(ids.ids == numbers_up_to(50'050));
    CHECK(seen.events.size() == 50'050 * batches_per_event);
    CHECK(std::is_sorted(seen.events.begin(), seen.events.end()));
  }
}

TEST_CASE("A companion reads on where its observer fails") {
  Remembers seen{500};
  Companion companion{&seen};
  Watched ids{companion, 2};
  companion.read([](traces::EventSink& sink) { send(sink, 50'050); }, ids);
  CHECK(ids.ids == numbers_up_to(50'050));
  CHECK_THROWS_AS(companion.finish(), std::runtime_error);
}

TEST_CASE("An error of a companion's reading comes behind the events before it") {
  Ids ids{1'000'000};
  Companion companion{nullptr};
  const auto read = [](traces::EventSink& sink) {
    send(sink, 50'050);
    throw traces::InputError{traces::ErrorClass::syntax, traces::WholeFile{}, "here"};
  };
  CHECK_THROWS_AS(companion.read(read, ids), traces::InputError);
  CHECK(ids.ids == numbers_up_to(50'050));
}

TEST_CASE("A sink that has seen enough ends the reading of a companion, which can read again") {
  Ids ids{20'000};
  bool stopped = false;
  const auto read = [&stopped](traces::EventSink& sink) {
    try {
      while (true) {
        send(sink, 1'000'000);
      }
    } catch (...) {
      stopped = true;
      throw;
    }
  };
  Companion companion{nullptr};
  CHECK_THROWS_AS(companion.read(read, ids), traces::StopReading);
  CHECK(stopped);
  Ids again{5'000};
  companion.read([](traces::EventSink& sink) { send(sink, 5'000); }, again);
  CHECK(again.ids == numbers_up_to(5'000));
}

}  // namespace arenasim::sim
