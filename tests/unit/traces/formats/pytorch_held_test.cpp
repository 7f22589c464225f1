#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::traces {
namespace {

struct HeldSnapshot {
  std::string file;
  std::uint64_t allocs, frees, initial, initial_bytes, ghosts, ghost_bytes, peak, end, end_bytes, segments, reserved;
  std::string size_kind;
};

TEST_CASE("Held snapshots count as the specification says") {
  const std::filesystem::path folder = tests::require_shared() / "traces" / "pytorch";
  const std::vector<HeldSnapshot> rows{
      {"attention_small", 36, 26, 0, 0, 0, 0, 3249143816, 10, 31719428, 9, 3781165056, "requested"},
      {"forward_fp32_128", 681, 681, 137, 523811840, 137, 523811840, 556843008, 137, 523811840, 29, 610271232,
       "unknown"},
      {"benchmark_large_blocks", 1721, 1721, 229, 1373919236, 227, 1046239232, 13923997700, 229, 1373919236, 216,
       14180941824, "requested"},
      {"training_truncated_ring_222", 2162, 2162, 447, 3064418304, 225, 1540737024, 3849232640, 447, 3064418304, 96,
       4238344192, "requested"},
      {"medium_512_training_truncated_ring", 7591, 7370, 664, 5095567360, 226, 1710100480, 12426629128, 885, 6829260804,
       400, 12660506624, "requested"}};
  for (const HeldSnapshot& row : rows) {
    INFO(row.file);
    tests::CollectingSink sink;
    TraceContents contents;
    read_trace(folder / (row.file + ".pickle"), {}, {}, sink, contents);
    const Import& import = contents.import;
    const auto count = [&](EventKind kind) { return import.events.at(static_cast<std::size_t>(kind)); };
    const auto counter = [&](const std::string& key) {
      const auto found = import.counters.find(key);
      return found == import.counters.end() ? 0 : found->second;
    };
    CHECK(count(EventKind::alloc) == row.allocs);
    CHECK(count(EventKind::free_completed) == row.frees);
    CHECK(count(EventKind::preexisting) == row.initial);
    CHECK(counter("initial_bytes") == row.initial_bytes);
    CHECK(counter("ghosts") == row.ghosts);
    CHECK(counter("ghost_bytes") == row.ghost_bytes);
    CHECK(counter("rewind_misses") + counter("rewind_conflicts") == 0);
    CHECK(counter("final_segments") == row.segments);
    CHECK(counter("final_reserved_bytes") == row.reserved);
    CHECK(import.live_peak_bytes == row.peak);
    CHECK(import.live_end_count == row.end);
    CHECK(import.live_end_bytes == row.end_bytes);
    CHECK(import.repairs.unmatched_frees == 0);
    CHECK(import.repairs.double_allocs == 0);
    CHECK(import.repairs.size_mismatches == 0);
    CHECK(import.size_kind == row.size_kind);
    const Records& records = import.records;
    CHECK(records.read == records.as_events + records.as_facts + records.skipped + records.dropped + records.overhead);
    CHECK(contents.recorded.addresses.size() == row.allocs + row.initial);
  }
}

}  // namespace
}  // namespace arenasim::traces
