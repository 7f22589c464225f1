#include "traces/formats/pytorch.hpp"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"
#include "tests/support/shared.hpp"
#include "tests/unit/traces/pickle/bytes_of.hpp"

namespace arenasim::traces {
namespace {

using tests::bytes;
using tests::dict;
using tests::error_of;
using tests::lenient;
using tests::list;
using tests::number;
using tests::pickled;
using tests::place_of;
using tests::proto;
using tests::read_text;
using tests::text;

std::string block(std::int64_t address, std::int64_t size, std::int64_t requested, const std::string& state) {
  return dict(
      {"address", number(address), "size", number(size), "requested_size", number(requested), "state", text(state)});
}

std::string segment(std::int64_t address, std::int64_t size, const std::string& blocks, int device = 0) {
  return dict({"device", bytes({'K', device}), "address", number(address), "total_size", number(size), "stream",
               bytes({'K', 0}), "segment_type", text("small"), "blocks", blocks});
}

std::string event(const std::string& action, std::int64_t address, std::int64_t size, std::int64_t time_us,
                  std::int64_t stream = 0) {
  return dict({"action", text(action), "addr", number(address), "size", number(size), "stream", number(stream),
               "time_us", number(time_us)});
}

std::string snapshot(const std::string& segments, const std::string& traces) {
  return pickled(dict({"segments", segments, "device_traces", traces}));
}

std::string one_device(std::initializer_list<std::string> events) {
  return snapshot(list({}), list({list(events)}));
}

const std::string kFullSegment =
    segment(4096, 2048,
            list({block(4096, 512, 100, "active_allocated"), block(4608, 512, 500, "active_pending_free"),
                  block(5120, 1024, 0, "inactive")}));

std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> brief(const tests::ReadText& read) {
  std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> rows;
  for (const Event& one : read.events) {
    rows.emplace_back(std::string(name(one.kind)), one.id, one.time.time_since_epoch().count());
  }
  return rows;
}

using Rows = std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>>;

void check_error(const std::string& pickle, ErrorClass error_class, const std::string& place,
                 const std::string& format = {}) {
  const std::optional<InputError> error = error_of(pickle, format);
  REQUIRE(error);
  CAPTURE(error->what());
  CHECK(name(error->error_class()) == name(error_class));
  CHECK(place_of(*error).find(place) != std::string::npos);
}

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
  const auto read = read_text(snapshot(
      list({kFullSegment}), list({list({event("free_requested", 6144, 700, 10), event("free_completed", 6144, 700, 11),
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
  const std::string old_root = pickled(list({kFullSegment}));
  const std::string no_events = snapshot(list({kFullSegment}), list({list({}), list({})}));
  for (const std::string& file : {old_root, no_events}) {
    check_error(file, ErrorClass::unsupported, "@" + std::to_string(file.size() - 1));
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

TEST_CASE("Malformed pickles of the corpus are refused with class and position") {
  check_error(proto() + "cos\nsystem\n(tR.", ErrorClass::unsupported, "@2");  // 29
  CHECK(std::string(error_of(proto() + "cos\nsystem\n(tR.")->what()).find("GLOBAL") != std::string::npos);
  check_error("(dp0\nS'segments'\np1\n(lp2\ns.", ErrorClass::unsupported, "@0");  // 30
  check_error(bytes({0x80, 9}) + "}.", ErrorClass::unsupported, "@1");            // 31
  const std::string whole = one_device({event("alloc", 64, 1, 1)});
  check_error(whole.substr(0, whole.size() - 1), ErrorClass::truncated, "@" + std::to_string(whole.size() - 1));  // 32
  check_error(proto() + "h" + bytes({7}) + ".", ErrorClass::syntax, "@2");                                        // 33
  check_error(proto() + bytes({0x8D, 0, 0, 0, 0, 0, 0, 0, 0x80}) + ".", ErrorClass::limit, "@2");                 // 34
  check_error(proto() + bytes({0x8A, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}) + ".", ErrorClass::range, "@2");          // 35
  const std::string itself = snapshot(list({}), "]\x94h" + bytes({0}) + "a");
  check_error(itself, ErrorClass::limit, "@" + std::to_string(itself.size() - 1) + " device_traces[0]");  // 36
  check_error(pickled(text("segments")), ErrorClass::unknown_format, "@12");                              // 37
}

TEST_CASE("Malformed events of a snapshot are refused at their place, and skipped where lenient") {
  const std::string no_address = dict({"action", text("alloc"), "size", number(8), "time_us", number(2)});
  const std::string text_size =
      dict({"action", text("alloc"), "addr", number(8), "size", text("8"), "time_us", number(2)});
  const std::string negative = event("alloc", 8, -8, 2);
  const std::string no_action = dict({"addr", number(8), "size", number(8)});
  struct Row {
    std::string event;
    ErrorClass error_class;
    std::string skipped;
  };
  for (const Row& row : {Row{no_address, ErrorClass::missing_field, "missing_field.addr"},  // 38
                         Row{text_size, ErrorClass::bad_value, "bad_value.size"},           // 39
                         Row{negative, ErrorClass::range, "range.size"},
                         Row{no_action, ErrorClass::missing_field, "missing_field.action"},
                         Row{"N", ErrorClass::bad_value, "bad_value"}}) {
    const std::string file = one_device({event("alloc", 64, 1, 1), row.event, event("alloc", 72, 1, 3)});
    check_error(file, row.error_class, "device_traces[0][1]");
    const auto read = read_text(file, {}, lenient());
    CHECK(read.events.size() == 2);
    CHECK(read.contents.import.skipped.at(row.skipped) == 1);
  }
}

TEST_CASE("Segments whose blocks do not fill them are inconsistent, lenient or not") {
  const std::string events = list({list({event("alloc", 64, 1, 1)})});
  const auto refuse = [&](const std::string& blocks) {
    const std::string file = snapshot(list({kFullSegment, segment(64, 1024, blocks)}), events);
    check_error(file, ErrorClass::inconsistent, "segments[1]");
    CHECK(error_of(file, {}, lenient()));
  };
  refuse(list({block(64, 1024, 0, "inactive"), block(1088, 512, 0, "inactive")}));  // 40
  refuse(list({block(64, 512, 0, "inactive")}));
  refuse(list({block(64, 512, 0, "inactive"), block(512, 512, 0, "inactive")}));
}

TEST_CASE("A small snapshot cut at every byte is an error, never anything else") {
  const std::string whole = snapshot(
      list({kFullSegment}), list({list({event("alloc", 4608, 500, 12), event("free_requested", 4608, 500, 13)})}));
  CHECK_NOTHROW(read_text(whole));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CHECK(error_of(whole.substr(0, length)));
    CHECK(error_of(whole.substr(0, length), "pytorch", lenient()));
  }
}

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
