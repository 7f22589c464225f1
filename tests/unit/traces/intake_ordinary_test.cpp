#include <algorithm>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/given_records.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces {
namespace {

/// Mostly ordinary: ids rise, and sometimes jump, come again or are unknown; times rise.
std::vector<BlockRecord> some_records(std::mt19937_64& random, std::size_t count, bool odd,
                                      std::size_t live_count = 1) {
  std::vector<BlockRecord> records;
  std::vector<BlockRecord> live;
  std::uint64_t next = random() % 5'000;
  std::uint64_t time = 0;
  for (std::size_t at = 0; at < count; ++at) {
    time += random() % 3;
    BlockRecord record = tests::alloc_record(time, 0, random() % (std::uint64_t{1} << (random() % 40)));
    record.stream = core::StreamId{static_cast<std::int32_t>(random() % 3)};
    record.device = DeviceId{odd && random() % 50 == 0 ? 1 : 0};
    record.tag = Tag{static_cast<std::uint32_t>(random() % 4)};
    if (live.size() < live_count || random() % 2 == 0) {
      next += odd && random() % 30 == 0 ? random() % 30 : 0;
      record.key = odd && random() % 40 == 0 ? random() % (next + 1) : next++;
      live.push_back(record);
    } else {
      const std::size_t which = random() % live.size();
      record.begins = false;
      record.key = odd && random() % 40 == 0 ? random() % (next + 1) : live[which].key;
      record.device = live[which].device;
      record.has_size = random() % 3 == 0;
      record.size = record.has_size && odd && random() % 20 == 0 ? core::Bytes{7} : live[which].size;
      record.has_stream = random() % 3 != 0;
      live[which] = live.back();
      live.pop_back();
    }
    records.push_back(record);
  }
  return records;
}

void check_same(const DeviceCount& left, const DeviceCount& right) {
  CHECK(left.events == right.events);
  CHECK(left.allocs == right.allocs);
  CHECK(left.frees == right.frees);
  CHECK(left.unmatched_frees == right.unmatched_frees);
  CHECK(left.double_allocs == right.double_allocs);
  CHECK(left.zero_sizes == right.zero_sizes);
  CHECK(left.size_mismatches == right.size_mismatches);
  CHECK((left.peak_bytes == right.peak_bytes));
  CHECK((left.end_bytes == right.end_bytes));
  CHECK(left.end_count == right.end_count);
  CHECK(left.max_size == right.max_size);
  CHECK(left.distinct_sizes == right.distinct_sizes);
  CHECK(left.not_multiple_of_512 == right.not_multiple_of_512);
  CHECK(left.streams == right.streams);
}

void check_same(const Import& left, const Import& right) {
  CHECK(left.events == right.events);
  CHECK(left.records.read == right.records.read);
  CHECK(left.records.as_events == right.records.as_events);
  CHECK(left.records.dropped == right.records.dropped);
  CHECK(left.repairs.zero_sizes == right.repairs.zero_sizes);
  CHECK(left.repairs.unmatched_frees == right.repairs.unmatched_frees);
  CHECK((left.live_peak_bytes == right.live_peak_bytes));
  CHECK((left.live_end_bytes == right.live_end_bytes));
  CHECK(left.live_end_count == right.live_end_count);
  REQUIRE(left.devices.size() == right.devices.size());
  for (std::size_t device = 0; device < left.devices.size(); ++device) {
    check_same(left.devices[device], right.devices[device]);
  }
}

}  // namespace

TEST_CASE("Records taken at once are what they are taken one by one, whether few or many are live") {
  std::mt19937_64 random{5};
  for (int round = 0; round < 44; ++round) {
    const bool odd = round % 2 == 1;
    const std::vector<BlockRecord> records =
        round < 40 ? some_records(random, 2'000, odd) : some_records(random, 80'000, odd, 5'000);
    tests::Given one_by_one{Intake::Ids::kept};
    std::for_each(records.begin(), records.end(), [&](const BlockRecord& record) { one_by_one.give(record); });
    one_by_one.finish();
    tests::Given at_once{Intake::Ids::kept};
    const std::size_t ordinary = at_once.give_at_once(records);
    at_once.finish();
    CHECK(ordinary > 0);
    CHECK((odd || ordinary > records.size() * 3 / 4));
    CHECK(tests::text_of(at_once.events()) == tests::text_of(one_by_one.events()));
    check_same(at_once.import(), one_by_one.import());
  }
}

TEST_CASE("Records are not ordinary where live bytes would pass 64 bits, times fall or ids are numbered anew") {
  std::vector<BlockRecord> records;
  for (std::uint64_t key = 0; key < 100; ++key) {
    records.push_back(tests::alloc_record(5, key, 1));
  }
  tests::Given dense{Intake::Ids::dense};
  CHECK(dense.give_at_once(records) == 0);
  tests::Given kept{Intake::Ids::kept};
  CHECK(kept.give_at_once(records) > 50);
  CHECK(kept.intake().take_ordinary(std::vector{tests::alloc_record(4, 100, 1)}) == 0);
  CHECK(kept.intake().take_ordinary(std::vector{tests::alloc_record(5, 100, ~std::uint64_t{0})}) == 0);
  CHECK(kept.intake().take_ordinary(std::vector{tests::alloc_record(5, 100, 100)}) == 1);
}

}  // namespace arenasim::traces
