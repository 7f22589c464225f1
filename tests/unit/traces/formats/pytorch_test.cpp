#include "traces/formats/pytorch.hpp"
#include "tests/support/temporary_file.hpp"

#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"
#include "tests/unit/traces/formats/snapshot_of.hpp"
#include "tests/unit/traces/pickle/bytes_of.hpp"

namespace arenasim::traces {
namespace {

using tests::block;
using tests::bytes;
using tests::check_error;
using tests::dict;
using tests::event;
using tests::full_segment;
using tests::list;
using tests::number;
using tests::one_device;
using tests::pickled;
using tests::read_text;
using tests::segment;
using tests::snapshot;
using tests::text;

std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> brief(const tests::ReadText& read) {
  std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> rows;
  rows.reserve(read.events.size());
  for (const Event& one : read.events) {
    rows.emplace_back(std::string(name(one.kind)), one.id, one.time.time_since_epoch().count());
  }
  return rows;
}

using Rows = std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>>;

TEST_CASE("A snapshot's events come in order from its earliest time on") {
  const auto read =
      read_text(one_device({event("segment_alloc", 4096, 2097152, 1000), event("alloc", 4096, 100, 1000),
                            event("free_requested", 4096, 100, 1002), event("free_completed", 4096, 100, 1001)}));
  CHECK(brief(read) == Rows{{"alloc", 0, 0}, {"free_requested", 0, 2000}, {"free_completed", 0, 2000}});
  const Import& import = read.contents.import;
  CHECK(import.format == "pytorch");
  CHECK(import.clock == "us");
  CHECK(import.repairs.clamped_times == 1);
  CHECK(import.facts.at("segment_alloc") == 1);
  CHECK_FALSE(import.repairs.truncated_ring);
  CHECK(import.size_kind == "requested");
  REQUIRE(read.contents.recorded.segment_events.size() == 1);
  CHECK(read.contents.recorded.segment_events.front().event == 0);
  REQUIRE(read.contents.recorded.addresses.size() == 1);
  CHECK(read.contents.recorded.addresses.front().address == 4096);
}

TEST_CASE("What was live before a snapshot's ring began is found by walking it backwards") {
  // At 4096 a ghost; at 4608 a block that the ring made and whose free waits; 6144 was live before and ends in the
  // ring.
  const auto read =
      read_text(snapshot(list({full_segment()}),
                         list({list({event("free_requested", 6144, 700, 10), event("free_completed", 6144, 700, 11),
                                     event("alloc", 4608, 500, 12), event("free_requested", 4608, 500, 13)})})));
  CHECK(brief(read) == Rows{{"preexisting", 0, 0},
                            {"preexisting", 1, 0},
                            {"free_requested", 1, 0},
                            {"free_completed", 1, 1000},
                            {"alloc", 2, 2000},
                            {"free_requested", 2, 3000}});
  const Import& import = read.contents.import;
  CHECK(import.repairs.truncated_ring);
  CHECK(import.repairs.pending_at_end == 1);
  CHECK(import.counters.at("initial_blocks") == 2);
  CHECK(import.counters.at("initial_bytes") == 800);
  CHECK(import.counters.at("ghosts") == 1);
  CHECK(import.counters.at("ghost_bytes") == 100);
  CHECK(import.counters.at("rewind_misses") == 0);
  CHECK(import.counters.at("rewind_conflicts") == 0);
  CHECK(import.size_kind == "requested");
  CHECK(read.contents.recorded.final_segments.size() == 1);
  CHECK(read.contents.recorded.final_blocks.front().size() == 3);
  CHECK(read.contents.recorded.addresses.size() == 3);
}

TEST_CASE("A request that came before the ring began is pending at its start") {
  const auto read = read_text(one_device({event("free_completed", 64, 8, 5), event("alloc", 64, 8, 6)}));
  // The alloc at the end is in no segment: the walk misses it, and only what the ring ends was live before.
  CHECK(read.contents.import.counters.at("rewind_misses") == 1);
  CHECK(brief(read) ==
        Rows{{"preexisting", 0, 0}, {"free_requested", 0, 0}, {"free_completed", 0, 0}, {"alloc", 1, 1000}});
}

TEST_CASE("Sizes of a snapshot are told by blocks whose size was rounded") {
  const auto kind = [](std::int64_t size) {
    return read_text(snapshot(list({segment(0, 1024, list({block(0, 1024, 1000, "active_allocated")}))}),
                              list({list({event("alloc", 0, size, 1)})})))
        .contents.import.size_kind;
  };
  CHECK(kind(1000) == "requested");
  CHECK(kind(1024) == "rounded");
  CHECK(read_text(one_device({event("alloc", 0, 512, 1)})).contents.import.size_kind == "unknown");
  CHECK(read_text(one_device({event("alloc", 0, 513, 1)})).contents.import.size_kind == "requested");
}

TEST_CASE("Annotations become markers before events of equal time, and early ones stand at the start") {
  const std::string annotations =
      list({dict({"stage", text("END"), "name", text("step"), "device", "K" + bytes({0}), "time_us", number(20)}),
            dict({"stage", text("START"), "name", text("step"), "device", "K" + bytes({0}), "time_us", number(5)})});
  const auto read = read_text(pickled(
      dict({"segments", list({}), "device_traces", list({list({event("alloc", 0, 1, 10), event("alloc", 8, 1, 20)})}),
            "external_annotations", annotations})));
  CHECK(brief(read) == Rows{{"marker", 0, 0}, {"alloc", 0, 0}, {"marker", 0, 10000}, {"alloc", 1, 10000}});
  CHECK(read.tag(0) == "START step");
  CHECK(read.tag(2) == "END step");
  CHECK(read.contents.import.repairs.clamped_times == 1);
  CHECK(read.contents.import.repairs.resorted_events == 1);
}

TEST_CASE("Several devices of a snapshot are merged by time, or one is chosen, or all are named") {
  const std::string both =
      snapshot(list({}),
               list({list({event("alloc", 64, 1, 10), event("alloc", 72, 1, 30)}), list({event("alloc", 64, 2, 20)})}));
  check_error(both, ErrorClass::ambiguous_device, "");
  ReadOptions options;
  options.device = AllDevices{};
  const auto all = read_text(both, {}, options);
  REQUIRE(all.events.size() == 3);
  CHECK(all.events[1].device == DeviceId{1});
  options.device = DeviceChoice{{}, DeviceId{1}};
  const auto second = read_text(both, {}, options);
  CHECK(brief(second) == Rows{{"alloc", 0, 10000}});
  CHECK(second.contents.import.devices.size() == 2);
  CHECK(second.contents.import.records.dropped == 2);
}

TEST_CASE("A snapshot without times counts its events instead") {
  const std::string untimed = dict({"action", text("alloc"), "addr", number(64), "size", number(8)});
  const std::string untimed_too = dict({"action", text("alloc"), "addr", number(72), "size", number(8)});
  const auto read = read_text(one_device({untimed, untimed_too}));
  CHECK(read.contents.import.clock == "ordinal");
  CHECK(brief(read) == Rows{{"alloc", 0, 0}, {"alloc", 1, 1}});
}

TEST_CASE("Failed requests, unknown actions and streams of a snapshot are kept apart") {
  const std::string oom = dict({"action", text("oom"), "size", number(1 << 20), "device_free", number(77), "stream",
                                number(0), "time_us", number(3)});
  const auto read = read_text(one_device({event("alloc", 64, 1, 1, 0x7000), event("workspace_snapshot", 0, 1, 2), oom,
                                          event("alloc", 72, 1, 4, 0), event("alloc", 80, 1, 4, 0x9000)}));
  REQUIRE(read.events.size() == 4);
  CHECK(read.events[1].device_free_plus_one == 78);
  CHECK(read.events[0].stream == core::StreamId{1});
  CHECK(read.events[2].stream == core::StreamId{0});
  CHECK(read.events[3].stream == core::StreamId{2});
  CHECK(read.contents.import.skipped.at("action.workspace_snapshot") == 1);
  CHECK(read.contents.import.stream_names.at("0x9000") == 2);
  REQUIRE(read.contents.recorded.failures.size() == 1);
  CHECK(read.contents.recorded.failures.front().device_free == core::Bytes{77});
}

TEST_CASE("Tags of a snapshot are the innermost frames, where they are wanted") {
  const std::string framed = dict({"action", text("alloc"), "addr", number(64), "size", number(8), "frames",
                                   list({dict({"name", text("inner")}), dict({"name", text("outer")})})});
  ReadOptions options;
  CHECK(read_text(one_device({framed}), "pytorch", options).tag(0).empty());
  options.format_options["tags"] = "true";
  CHECK(read_text(one_device({framed}), "pytorch", options).tag(0) == "inner");
}

TEST_CASE("A snapshot without events is refused unless its segments alone are asked for") {
  const std::string old_root = pickled(list({full_segment()}));
  const std::string no_events = snapshot(list({full_segment()}), list({list({}), list({})}));
  for (const std::string& file : {old_root, no_events}) {
    check_error(file, ErrorClass::unsupported, tests::at_offset(file.size() - 1));
    ReadOptions options;
    options.format_options["segments-only"] = "true";
    const auto read = read_text(file, "pytorch", options);
    CHECK(brief(read) == Rows{{"preexisting", 0, 0}, {"preexisting", 1, 0}});
  }
}

TEST_CASE("Old snapshots say what was requested in a block's history") {
  const std::string old_block = dict({"size", number(512), "state", text("active_allocated"), "history",
                                      list({dict({"real_size", number(300), "addr", number(64)})})});
  ReadOptions options;
  options.format_options["segments-only"] = "true";
  const auto read = read_text(pickled(list({segment(64, 512, list({old_block}))})), "pytorch", options);
  REQUIRE(read.events.size() == 1);
  CHECK(read.events.front().size == core::Bytes{300});
}

TEST_CASE("Settings of a snapshot are kept as texts") {
  const auto read = read_text(pickled(
      dict({"segments", list({}), "device_traces", list({list({event("alloc", 0, 1, 1)})}), "allocator_settings",
            dict({"max_split_size", number(-1), "expandable_segments", "\x89", "garbage_collection_threshold",
                  "G" + std::string(8, '\0'), "roundup_power2_divisions", dict({"1", bytes({'K', 4})})})})));
  const auto& settings = read.contents.recorded.settings;
  CHECK(settings.at("max_split_size") == "-1");
  CHECK(settings.at("expandable_segments") == "false");
  CHECK(settings.at("garbage_collection_threshold") == "0");
  CHECK(settings.at("roundup_power2_divisions.1") == "4");
}

}  // namespace
}  // namespace arenasim::traces
