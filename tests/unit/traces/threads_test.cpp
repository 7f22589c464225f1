// Reading beside the work: what another thread reads arrives in order, and its errors behind what came before them.
#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "traces/background_source.hpp"
#include "traces/input_error.hpp"
#include "traces/read_ahead.hpp"

namespace arenasim::traces {
namespace {

/// Ids in order of arrival; throws StopReading past `most`.
class Ids final : public EventSink {
 public:
  explicit Ids(std::size_t most) : most_(most) {}

  void take(std::span<const Event> events) override {
    for (const Event& event : events) {
      ids.push_back(event.id);
    }
    if (ids.size() > most_) {
      throw StopReading{};
    }
  }

  std::vector<std::uint64_t> ids;

 private:
  std::size_t most_;
};

/// Sends events with the ids from 0 on.
void send(EventSink& sink, std::uint64_t count) {
  constexpr std::uint64_t at_a_time = 100;
  for (std::uint64_t first = 0; first < count; first += at_a_time) {
    std::vector<Event> events(std::min(at_a_time, count - first));
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

/// Bytes that count up, and then an error, if there is to be one.
class Counting final : public Source {
 public:
  Counting(std::size_t bytes, bool fails) : left_(bytes), fails_(fails) {}

  std::size_t read(std::span<std::byte> into) override {
    if (left_ == 0 && fails_) {
      throw InputError{ErrorClass::container, WholeFile{}, "cut"};
    }
    const std::size_t count = std::min({into.size(), left_, std::size_t{100'000}});
    for (std::byte& byte : into.first(count)) {
      byte = static_cast<std::byte>(next_++);
    }
    left_ -= count;
    return count;
  }

 private:
  std::size_t left_;
  bool fails_;
  unsigned char next_ = 0;
};

/// Reads all there is, and counts what is not as it should be.
std::size_t read_all(Source& source, std::size_t& wrong) {
  std::vector<std::byte> buffer(70'000);
  std::size_t all = 0;
  unsigned char next = 0;
  while (const std::size_t got = source.read(buffer)) {
    for (std::size_t at = 0; at < got; ++at) {
      wrong += buffer[at] == static_cast<std::byte>(next++) ? 0U : 1U;
    }
    all += got;
  }
  return all;
}

}  // namespace

TEST_CASE("Events read ahead arrive in order") {
  for (const std::size_t count : {0U, 1U, 5'000U, 100'000U}) {
    Ids ids{count};
    read_ahead([count](EventSink& sink) { send(sink, count); }, ids);
    CHECK(ids.ids == numbers_up_to(count));
  }
}

TEST_CASE("An error of a reading comes behind the events before it") {
  Ids ids{1'000'000};
  const auto read = [](EventSink& sink) {
    send(sink, 50'050);
    throw InputError{ErrorClass::syntax, WholeFile{}, "here"};
  };
  CHECK_THROWS_AS(read_ahead(read, ids), InputError);
  CHECK(ids.ids == numbers_up_to(50'050));
}

TEST_CASE("A sink that has seen enough ends the reading") {
  Ids ids{20'000};
  bool stopped = false;
  const auto read = [&stopped](EventSink& sink) {
    try {
      while (true) {
        send(sink, 1'000'000);
      }
    } catch (...) {
      stopped = true;
      throw;
    }
  };
  CHECK_THROWS_AS(read_ahead(read, ids), StopReading);
  CHECK(stopped);
}

TEST_CASE("Bytes unpacked in the background are the same bytes") {
  for (const std::size_t count : {0U, 1U, 250'000U, 5'000'000U}) {
    BackgroundSource source{std::make_unique<Counting>(count, false)};
    std::size_t wrong = 0;
    CHECK(read_all(source, wrong) == count);
    CHECK(wrong == 0);
  }
}

TEST_CASE("An error of a background source comes behind its bytes, and again for whoever reads on") {
  for (const std::size_t count : {0U, 1U, 5'000'000U}) {
    BackgroundSource source{std::make_unique<Counting>(count, true)};
    std::vector<std::byte> buffer(1'000);
    std::size_t all = 0;
    const auto read_on = [&] {
      while (const std::size_t got = source.read(buffer)) {
        all += got;
      }
    };
    CHECK_THROWS_AS(read_on(), InputError);
    CHECK(all == count);
    CHECK_THROWS_AS(read_on(), InputError);
  }
}

TEST_CASE("A background source can be left before its end") {
  BackgroundSource source{std::make_unique<Counting>(50'000'000, false)};
  std::vector<std::byte> buffer(1'000'000);
  std::size_t all = 0;
  while (all < 2'000'000) {
    all += source.read(buffer);
  }
  CHECK(all >= 2'000'000);
}

}  // namespace arenasim::traces
