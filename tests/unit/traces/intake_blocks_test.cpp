#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/given_records.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint64_t k4GiB = std::uint64_t{1} << 32U;

/// What is to come of records of devices of which the first or all are selected, said in the simplest way.
class Expected {
 public:
  Expected(Intake::Ids ids, bool all_devices, bool ordinal) : ids_(ids), all_(all_devices), ordinal_(ordinal) {}

  void give(const BlockRecord& record) {
    const auto key = std::pair{record.device.number(), record.key};
    const auto at = live_.find(key);
    if (!record.begins) {
      unmatched_frees += at == live_.end() && selected(record) ? 1U : 0U;
      if (at != live_.end()) {
        end(key, record, record.has_stream ? record.stream : at->second.stream, record.tag);
      }
      return;
    }
    if (at != live_.end()) {
      if (at->second.born == record.time && at->second.size == record.size && !ordinal_) {
        duplicates += selected(record) ? 1U : 0U;
        return;
      }
      double_allocs += selected(record) ? 1U : 0U;
      end(key, record, at->second.stream, Tag{});
    }
    const Block block{record.size, selected(record) ? id(record.key) : 0, record.time, record.stream};
    live_[key] = block;
    note(EventKind::alloc, record, block, record.stream, record.tag);
  }

  std::vector<Event> events;
  std::uint64_t duplicates = 0;
  std::uint64_t double_allocs = 0;
  std::uint64_t unmatched_frees = 0;

 private:
  struct Block {
    core::Bytes size;
    std::uint64_t id = 0;
    core::SimTime born;
    core::StreamId stream;
  };

  [[nodiscard]] bool selected(const BlockRecord& record) const { return all_ || record.device == DeviceId{0}; }

  std::uint64_t id(std::uint64_t wanted) {
    if (ids_ == Intake::Ids::dense) {
      return next_++;
    }
    if (ids_ == Intake::Ids::kept && used_.contains(wanted)) {
      wanted = *used_.rbegin() + 1;
    }
    used_.insert(wanted);
    return wanted;
  }

  void end(const std::pair<std::int32_t, std::uint64_t>& key, const BlockRecord& record, core::StreamId stream,
           Tag tag) {
    note(EventKind::free, record, live_.at(key), stream, tag);
    live_.erase(key);
  }

  void note(EventKind kind, const BlockRecord& record, const Block& block, core::StreamId stream, Tag tag) {
    if (selected(record)) {
      events.push_back({.time = record.time,
                        .id = block.id,
                        .size = block.size,
                        .stream = stream,
                        .device = record.device,
                        .tag = tag,
                        .slot = {},
                        .kind = kind});
    }
  }

  Intake::Ids ids_;
  bool all_;
  bool ordinal_;
  std::map<std::pair<std::int32_t, std::uint64_t>, Block> live_;
  std::set<std::uint64_t> used_;
  std::uint64_t next_ = 0;
};

/// Few keys or ids that rise, few times, sizes about 4 GiB and others, two devices.
std::vector<BlockRecord> mixed_records(std::mt19937_64& random, bool rising) {
  const std::vector<std::uint64_t> sizes{0, 1, 512, k4GiB - 2, k4GiB - 1, k4GiB, k4GiB + 1, std::uint64_t{1} << 50U};
  std::vector<BlockRecord> records;
  std::uint64_t time = 0;
  std::uint64_t next = 0;
  for (int count = 0; count < 3'000; ++count) {
    time += random() % 3 == 0 ? 1U : 0U;
    next += rising ? 1U : 0U;
    const std::uint64_t key = rising && random() % 4 != 0 ? next : next + 30 - random() % 31;
    BlockRecord record = tests::alloc_record(time, key, sizes[random() % (random() % 3 == 0 ? sizes.size() : 3)]);
    record.stream = core::StreamId{static_cast<std::int32_t>(random() % 3)};
    record.device = DeviceId{random() % 8 == 0 ? 1 : 0};
    record.tag = Tag{static_cast<std::uint32_t>(random() % 4)};
    if (random() % 3 == 0) {
      record.begins = record.has_size = false;
      record.has_stream = random() % 2 == 0;
    }
    records.push_back(record);
  }
  return records;
}

std::string without_slots(std::vector<Event> events) {
  for (Event& event : events) {
    event.slot = {};
  }
  return tests::text_of(events);
}

void check(const tests::Given& given, const Expected& expected) {
  CHECK(without_slots(given.events()) == without_slots(expected.events));
  CHECK(given.import().repairs.duplicate_events == expected.duplicates);
  CHECK(given.import().repairs.double_allocs == expected.double_allocs);
  CHECK(given.import().repairs.unmatched_frees == expected.unmatched_frees);
}

std::vector<Event> events_of(Intake::Ids ids, const std::vector<BlockRecord>& records) {
  tests::Given given{ids};
  given.give_at_once(records);
  given.finish();
  return given.events();
}

}  // namespace

TEST_CASE("Blocks end as what they began, whatever their size, id and time") {
  std::mt19937_64 random{11};
  for (unsigned round = 0; round < 48; ++round) {
    const auto ids = static_cast<Intake::Ids>(round % 3);
    const bool all = round / 3 % 2 == 0;
    const bool ordinal = round / 6 % 2 == 0;
    CAPTURE(round);
    const std::vector<BlockRecord> records = mixed_records(random, round / 12 % 2 == 0);
    const DeviceSelection selection = all ? DeviceSelection{AllDevices{}} : DeviceChoice{{}, DeviceId{0}};
    tests::Given one_by_one{ids, selection};
    tests::Given at_once{ids, selection};
    Expected expected{ids, all, ordinal};
    one_by_one.import().clock = at_once.import().clock = ordinal ? "ordinal" : "ns";
    for (const BlockRecord& record : records) {
      one_by_one.give(record);
      expected.give(record);
    }
    at_once.give_at_once(records);
    one_by_one.finish();
    at_once.finish();
    check(one_by_one, expected);
    check(at_once, expected);
  }
}

TEST_CASE("Second lives of an id end with the ids they got, whatever began since") {
  const std::vector<Event> events = events_of(
      Intake::Ids::kept,
      {tests::alloc_record(0, 5, 1), tests::free_record(1, 5), tests::alloc_record(2, 5, 1),
       tests::alloc_record(3, 8, 1), tests::free_record(4, 8), tests::alloc_record(5, 8, 1), tests::free_record(6, 5),
       tests::alloc_record(7, 5, k4GiB), tests::free_record(8, 8), tests::free_record(9, 5)});
  std::vector<std::uint64_t> ids(events.size());
  std::transform(events.begin(), events.end(), ids.begin(), [](const Event& event) { return event.id; });
  CHECK(ids == std::vector<std::uint64_t>{5, 5, 6, 8, 8, 9, 6, 10, 9, 10});
}

TEST_CASE("An alloc is a duplicate of one of its time, not of one whose place it took") {
  for (const Intake::Ids ids : {Intake::Ids::dense, Intake::Ids::kept}) {
    tests::Given given{ids};
    given.import().clock = "ns";
    // The place of 2, born at 6, is that of 1, born at 5.
    for (const BlockRecord& record :
         {tests::alloc_record(5, 1, 10), tests::free_record(6, 1), tests::alloc_record(6, 2, 10),
          tests::alloc_record(6, 2, 10), tests::alloc_record(6, 2, 11), tests::alloc_record(6, 2, 11),
          tests::free_record(7, 2), tests::alloc_record(7, 2, 11), tests::free_record(8, 9),
          tests::alloc_record(8, 2, 11)}) {
      given.give(record);
    }
    given.finish();
    CHECK(given.import().repairs.duplicate_events == 2);
    CHECK(given.import().repairs.double_allocs == 2);
  }
}

TEST_CASE("Requested and completed frees and reallocs tell the size and id of a wide block") {
  for (const Intake::Ids ids : {Intake::Ids::dense, Intake::Ids::kept}) {
    tests::Given given{ids};
    const RecordContext at;
    given.intake().alloc(0, core::Bytes{k4GiB}, at, WholeFile{});
    given.intake().realloc(0, 1, core::Bytes{k4GiB + 1}, at, WholeFile{});
    const core::Bytes wrong{1};
    given.intake().free_requested(1, &wrong, at, true);
    given.intake().free_completed(1, nullptr, at, true);
    given.finish();
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint64_t> event_ids;
    for (const Event& event : given.events()) {
      sizes.push_back(event.size.count() - k4GiB);
      event_ids.push_back(event.id);
    }
    CHECK(sizes == std::vector<std::uint64_t>{0, 0, 1, 1, 1});
    CHECK(event_ids == std::vector<std::uint64_t>{0, 0, 1, 1, 1});
    CHECK(given.import().repairs.size_mismatches == 1);
    CHECK(given.events().back().kind == EventKind::free_completed);
  }
}

}  // namespace arenasim::traces
