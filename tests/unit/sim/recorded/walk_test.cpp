// Recordings made by hand: how a start is found backwards, what later events tell, and how a difference is explained.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "core/policies/policy.hpp"
#include "sim/recorded/compare.hpp"
#include "sim/recorded/settle.hpp"
#include "sim/recorded/start.hpp"
#include "tests/support/scenario_run.hpp"

namespace arenasim::sim::recorded {
namespace {

using traces::Event;
using traces::EventKind;
using Kind = traces::RecordedSegmentEvent::Kind;

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
constexpr std::uint64_t kSegment = 0x7f0000000000;  // a large one
constexpr std::uint64_t kSmall = 0x7e0000000000;

/// A recording as it is told, event by event.
struct Told {
  std::vector<Event> events;
  traces::Recorded recorded;

  Told() {
    recorded.final_segments.push_back(
        {.device = {}, .address = kSegment, .size = core::Bytes{20 * kMebibyte}, .stream = {}, .type = "large"});
    recorded.final_blocks.emplace_back();
  }

  void add(EventKind kind, std::uint32_t slot, std::uint64_t size) {
    Event event;
    event.id = slot;
    event.size = core::Bytes{size};
    event.slot = traces::BlockSlot{slot};
    event.kind = kind;
    events.push_back(event);
  }
  void place(EventKind kind, std::uint32_t slot, std::uint64_t size, std::uint64_t address) {
    recorded.addresses.push_back({events.size(), address});
    add(kind, slot, size);
  }
  void segment(Kind kind, std::uint64_t address, std::uint64_t size) {
    recorded.segment_events.push_back(
        {.kind = kind, .event = events.size(), .address = address, .size = core::Bytes{size}, .stream = {}});
  }
  [[nodiscard]] Recording recording() const { return {.events = events, .recorded = recorded}; }
  [[nodiscard]] report::RecordedComparison compare(const std::string& policy = "pytorch") const {
    const auto answer =
        recorded::compare(recording(), [&](const core::Workplace& at) { return tests::make_policy(policy, at); });
    REQUIRE(answer);
    return *answer;
  }
};

}  // namespace

TEST_CASE("The segments at the start are those at the end without what came and with what went") {
  Told told;
  told.recorded.final_segments.push_back(
      {.device = {}, .address = kSmall, .size = core::Bytes{2 * kMebibyte}, .stream = {}, .type = "small"});
  told.segment(Kind::free, 0x1000000, 30 * kMebibyte);
  told.segment(Kind::alloc, kSmall, 2 * kMebibyte);
  const Start start = start_of(told.recording());
  REQUIRE(start.segments.size() == 2);
  CHECK(start.segments.at(0x1000000).size == core::Bytes{30 * kMebibyte});
  CHECK_FALSE(start.segments.at(0x1000000).small);
  CHECK(start.segments.contains(kSegment));
}

TEST_CASE("Units that came to a range are taken off its end, and off its middle") {
  Told told;
  told.recorded.final_segments[0].expandable = true;
  told.segment(Kind::map, kSegment + 18 * kMebibyte, 2 * kMebibyte);
  told.segment(Kind::map, kSegment + 4 * kMebibyte, 2 * kMebibyte);
  const Start start = start_of(told.recording());
  REQUIRE(start.segments.size() == 2);
  CHECK(start.segments.at(kSegment).size == core::Bytes{4 * kMebibyte});
  CHECK(start.segments.at(kSegment + 6 * kMebibyte).size == core::Bytes{12 * kMebibyte});
}

TEST_CASE("A block that lives to the end has its size, one that is freed only what was asked for") {
  Told told;
  told.place(EventKind::preexisting, 0, 2 * kMebibyte, kSegment);
  told.place(EventKind::preexisting, 1, 2 * kMebibyte, kSegment + 4 * kMebibyte);
  told.add(EventKind::free_completed, 1, 2 * kMebibyte);
  told.recorded.final_blocks[0].push_back(
      {.address = kSegment, .size = core::Bytes{3 * kMebibyte}, .requested_size = {}, .active = true});
  const Start start = start_of(told.recording());
  CHECK(start.blocks.at(kSegment).size == core::Bytes{3 * kMebibyte});
  CHECK_FALSE(start.blocks.at(kSegment + 4 * kMebibyte).size);
  CHECK(start.blocks.at(kSegment + 4 * kMebibyte).freed == 2);
}

TEST_CASE("An allocation behind a block that was live before tells where that block ended") {
  Told told;
  told.place(EventKind::preexisting, 0, 2 * kMebibyte, kSegment);
  told.place(EventKind::alloc, 1, 3 * kMebibyte, kSegment + 2 * kMebibyte + kMebibyte / 2);
  told.add(EventKind::free_completed, 0, 2 * kMebibyte);
  const auto answer = told.compare();
  CHECK(answer.settled_count == 1);
  CHECK(answer.open_count == 0);
  CHECK(answer.placements_equal_count == 1);
}

TEST_CASE("An allocation in the next segment tells nothing of the last block of this one") {
  Told told;
  told.recorded.final_segments.push_back({.device = {},
                                          .address = kSegment + 20 * kMebibyte,
                                          .size = core::Bytes{20 * kMebibyte},
                                          .stream = {},
                                          .type = "large"});
  told.recorded.final_blocks.emplace_back();
  told.place(EventKind::preexisting, 0, 18 * kMebibyte, kSegment);
  told.place(EventKind::alloc, 1, 3 * kMebibyte, kSegment + 20 * kMebibyte);
  told.add(EventKind::free_completed, 0, 18 * kMebibyte);
  const auto answer = told.compare();
  CHECK(answer.settled_count == 0);
  CHECK(answer.open_count == 1);
  CHECK(answer.placements_equal_count == 1);
}

TEST_CASE("Once a block is freed, allocations behind it tell nothing of it") {
  Told told;
  told.place(EventKind::preexisting, 0, 2 * kMebibyte, kSegment);
  told.place(EventKind::preexisting, 1, 2 * kMebibyte, kSegment + 3 * kMebibyte);
  told.add(EventKind::free_completed, 0, 2 * kMebibyte);
  told.place(EventKind::alloc, 2, 3 * kMebibyte, kSegment);
  told.add(EventKind::free_completed, 2, 3 * kMebibyte);
  told.add(EventKind::free_completed, 1, 2 * kMebibyte);
  const auto answer = told.compare();
  CHECK(answer.settled_count == 0);
  CHECK(answer.open_count == 2);
  CHECK(answer.placements_equal_count == 1);
}

TEST_CASE("A gap that was passed over belongs to the block of unknown length before it, once") {
  Told told;  // a gap of 1 MiB and 512 KiB behind each of two blocks; the second is never taken
  told.place(EventKind::preexisting, 0, 2 * kMebibyte, kSegment);
  told.place(EventKind::preexisting, 1, 6 * kMebibyte, kSegment + 3 * kMebibyte + kMebibyte / 2);
  told.place(EventKind::alloc, 2, kMebibyte + 512, kSegment + 9 * kMebibyte + kMebibyte / 2);
  told.place(EventKind::alloc, 3, kMebibyte + 512, kSegment + 10 * kMebibyte + kMebibyte / 2 + 512);
  told.add(EventKind::free_completed, 0, 2 * kMebibyte);
  told.add(EventKind::free_completed, 1, 6 * kMebibyte);
  const auto answer = told.compare();
  CHECK(answer.placements_count == 2);
  CHECK(answer.placements_equal_count == 1);
  REQUIRE(answer.first_difference);
  CHECK(answer.first_difference->event == 2);
  CHECK(answer.first_difference->reason.find("was live before the recording began") != std::string::npos);
}

TEST_CASE("A segment is held against what the policy would have asked for, and then it is followed") {
  Told told;
  told.recorded.final_segments.clear();
  told.recorded.final_blocks.clear();
  told.segment(Kind::alloc, kSmall, 2 * kMebibyte);
  told.place(EventKind::alloc, 0, 512, kSmall);
  told.segment(Kind::alloc, kSegment, 24 * kMebibyte);
  told.place(EventKind::alloc, 1, 2 * kMebibyte, kSegment);
  told.add(EventKind::free_completed, 1, 2 * kMebibyte);
  told.segment(Kind::free, kSegment, 24 * kMebibyte);
  told.segment(Kind::free, kSmall, 2 * kMebibyte);  // not free: it cannot have gone
  const auto answer = told.compare();
  CHECK(answer.segments_count == 4);
  CHECK(answer.segments_equal_count == 2);
  CHECK(answer.placements_equal_count == 2);
  CHECK(told.compare("pytorch:large_segment_size_mb=24").segments_equal_count == 3);
}

TEST_CASE("Units of a range are held against its growth, and one that went may come again") {
  Told told;
  told.recorded.final_segments.clear();
  told.recorded.final_blocks.clear();
  told.segment(Kind::map, kSegment, 20 * kMebibyte);
  told.place(EventKind::alloc, 0, 15 * kMebibyte, kSegment);
  told.segment(Kind::map, kSegment + 20 * kMebibyte, 20 * kMebibyte);
  told.place(EventKind::alloc, 1, 15 * kMebibyte, kSegment + 15 * kMebibyte);
  told.add(EventKind::free_completed, 1, 15 * kMebibyte);
  told.segment(Kind::unmap, kSegment + 20 * kMebibyte, 20 * kMebibyte);
  told.segment(Kind::map, kSegment + 20 * kMebibyte, 20 * kMebibyte);
  told.place(EventKind::alloc, 2, 15 * kMebibyte, kSegment + 15 * kMebibyte);
  const auto answer = told.compare("pytorch:expandable_segments=true");
  CHECK(answer.placements_equal_count == 3);
  CHECK(answer.segments_count == 4);
  CHECK(answer.segments_equal_count == 4);
}

TEST_CASE("A place in another stream's segment is explained by that") {
  Told told;
  told.recorded.final_segments[0].stream = core::StreamId{3};
  told.place(EventKind::alloc, 0, 2 * kMebibyte, kSegment);
  const auto answer = told.compare();
  CHECK(answer.placements_equal_count == 0);
  REQUIRE(answer.first_difference);
  CHECK(answer.first_difference->recorded == "segment 0x7f0000000000 at 0");
  CHECK(answer.first_difference->predicted == "a new segment of 20 MiB");
  CHECK(answer.first_difference->reason == "the recording placed it in a segment of another stream");
}

TEST_CASE("A policy that cannot be put where a recording was has no comparison") {
  const Told told;
  CHECK_FALSE(
      recorded::compare(told.recording(), [](const core::Workplace& at) { return tests::make_policy("arena", at); }));
}

TEST_CASE("A recording without segments has no places to follow") {
  Told told;
  told.place(EventKind::alloc, 0, 512, kSegment);
  CHECK(has_places(told.recorded));
  told.recorded.final_segments.clear();
  CHECK_FALSE(has_places(told.recorded));
}

}  // namespace arenasim::sim::recorded
