// A trace in memory: what comes out is what went in, for every reader of it at the same time.
#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"
#include "traces/parsed_trace.hpp"

namespace arenasim::tests {
namespace {

/// Every kind of event, streams, devices and tags in changing company.
std::vector<traces::Event> various(std::size_t count) {
  std::vector<traces::Event> events;
  for (std::size_t at = 0; at < count; ++at) {
    events.push_back({.time = core::SimTime{core::SimDuration{at * 3}},
                      .id = at / 2,
                      .size = core::Bytes{at * 1'000'003},
                      .device_free_plus_one = at % 50 == 0 ? at : 0,
                      .stream = core::StreamId{static_cast<std::int32_t>(at % 5) - 1},
                      .device = traces::DeviceId{static_cast<std::int32_t>(at % 3)},
                      .tag = traces::Tag{static_cast<std::uint32_t>(at % 11)},
                      .slot = traces::BlockSlot{static_cast<std::uint32_t>(at % 700)},
                      .kind = traces::kEventKinds[at % traces::kEventKinds.size()]});
  }
  return events;
}

bool equal(const traces::Event& left, const traces::Event& right) {
  return left.time == right.time && left.id == right.id && left.size == right.size &&
         left.device_free_plus_one == right.device_free_plus_one && left.stream == right.stream &&
         left.device == right.device && left.tag == right.tag && left.slot == right.slot && left.kind == right.kind;
}

TEST_CASE("A parsed trace gives back every field of every event") {
  const std::vector<traces::Event> events = various(150'000);
  traces::ParsedTrace trace;
  trace.take({events.data(), 70'000});
  trace.take({events.data() + 70'000, events.size() - 70'000});
  CHECK(trace.size() == events.size());
  CHECK(trace.duration() == events.back().time.time_since_epoch());
  const std::vector<traces::Event> back = trace.events();
  REQUIRE(back.size() == events.size());
  CHECK(std::equal(events.begin(), events.end(), back.begin(), equal));
}

TEST_CASE("A parsed trace can be sent from several threads at once") {
  const std::vector<traces::Event> events = various(20'000);
  traces::ParsedTrace trace;
  trace.take(events);
  std::atomic<int> right = 0;
  std::array<std::thread, 4> threads;
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      CollectingSink sink;
      trace.send(sink);
      right += std::equal(events.begin(), events.end(), sink.events.begin(), sink.events.end(), equal) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(right == 4);
}

TEST_CASE("A sink that has seen enough ends the sending of a parsed trace") {
  class Enough final : public traces::EventSink {
   public:
    void take(std::span<const traces::Event> some) override {
      seen += some.size();
      throw traces::StopReading{};
    }
    std::size_t seen = 0;
  };
  traces::ParsedTrace trace;
  trace.take(various(5'000));
  Enough sink;
  trace.send(sink);
  CHECK(sink.seen == traces::ParsedTrace::kBatchEvents);
}

TEST_CASE("An empty parsed trace has no events and no duration") {
  const traces::ParsedTrace trace;
  CHECK(trace.events().empty());
  CHECK(trace.duration() == core::SimDuration{});
}

}  // namespace
}  // namespace arenasim::tests
