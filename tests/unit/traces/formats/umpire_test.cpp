#include "traces/formats/umpire.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::traces {
namespace {

using tests::error_of;
using tests::lenient;
using tests::place_of;
using tests::read_text;

std::string line(const std::string& name, const std::string& numeric, const std::string& strings,
                 const std::string& tags, int time) {
  return R"({"category":"operation","name":")" + name + R"(","numeric_args":{)" + numeric + R"(},"string_args":{)" +
         strings + R"(},"tags":{)" + tags + R"(},"timestamp":165602690765807)" + std::to_string(1000 + time) + "}\n";
}

std::string make(const std::string& reference, const std::string& name, int time) {
  return line("make_allocator", "", R"("allocator_ref":")" + reference + '"', R"("allocator_name":")" + name + '"',
              time);
}

std::string allocate(const std::string& pointer, int size, int time, const std::string& reference = "0x20") {
  return line("allocate", "\"size\":" + std::to_string(size),
              R"("allocator_ref":")" + reference + R"(","pointer":")" + pointer + '"', "", time);
}

std::string deallocate(const std::string& pointer, int time, const std::string& reference = "0x20") {
  return R"({"category":"operation","name":"deallocate","string_args":{"allocator_ref":")" + reference +
         R"(","pointer":")" + pointer + R"("},"timestamp":165602690765807)" + std::to_string(1000 + time) + "}\n";
}

std::string intend(const std::string& current, int size, int time) {
  return line("reallocate", "\"size\":" + std::to_string(size),
              R"("allocator_ref":"0x20","current_ptr":")" + current + '"', "", time);
}

std::string reallocated(const std::string& pointer, int time) {
  return line("reallocate", "", R"("allocator_ref":"0x20","new_ptr":")" + pointer + '"', "", time);
}

using Rows = std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>>;

/// Kind, id and size of each event.
Rows brief(const tests::ReadText& read) {
  Rows rows;
  for (const Event& one : read.events) {
    rows.emplace_back(std::string(name(one.kind)), one.id, one.size.count());
  }
  return rows;
}

void check_error(const std::string& file, ErrorClass error_class, const std::string& place, const std::string& field,
                 const std::string& skipped) {
  const std::optional<InputError> error = error_of(file, "umpire");
  REQUIRE(error);
  CAPTURE(error->what());
  CHECK(name(error->error_class()) == name(error_class));
  CHECK(place_of(*error) == place);
  CHECK(error->field() == field);
  const auto read = read_text(file + allocate("0x70", 7, 900), "umpire", lenient());
  CHECK(read.contents.import.skipped.at(skipped) == 1);
}

TEST_CASE("An Umpire log is read in time from its first record, tagged with the names of allocators") {
  const auto read =
      read_text("# comment\n" + make("0x20", "pool", 0) + allocate("0x40", 64, 5) + "\n" + line("copy", "", "", "", 6) +
                deallocate("0x40", 7) + line("coalesce", "", "", R"("allocator_name":"pool")", 8));
  CHECK(read.contents.import.format == "umpire");
  CHECK(read.contents.import.clock == "ns");
  CHECK(brief(read) == Rows{{"alloc", 0, 64}, {"free", 0, 64}, {"cleanup", 0, 0}});
  CHECK(read.events[0].time.time_since_epoch().count() == 5);
  CHECK(read.tag(0) == "pool");
  CHECK(read.tag(2) == "pool");
  CHECK(read.contents.import.skipped.at("copy") == 1);
  CHECK(read.contents.import.facts.at("make_allocator") == 1);
}

TEST_CASE("An old Umpire log counts what is only meant as overhead") {
  const std::string meant =
      R"({ "kind":"replay", "uid":1, "timestamp":1580324283479609602, "event": "allocate", "payload": { "allocator_ref": "0x10", "size": 64 } })";
  const std::string done =
      R"({ "kind":"replay", "uid":1, "timestamp":1580324283479609603, "event": "allocate", "payload": { "allocator_ref": "0x10", "size": 64 }, "result": { "memory_ptr": "0x40" } })";
  const std::string freed =
      R"({ "kind":"replay", "uid":1, "timestamp":1580324283479609604, "event": "deallocate", "payload": { "allocator_ref": "0x10", "memory_ptr": "0x40" } })";
  const auto read = read_text(meant + "\n" + done + "\r\n" + freed);
  CHECK(read.contents.import.format == "umpire-old");
  CHECK(brief(read) == Rows{{"alloc", 0, 64}, {"free", 0, 64}});
  CHECK(read.events[0].time.time_since_epoch().count() == 1);
  CHECK(read.contents.import.records.overhead == 1);
  CHECK(read.contents.import.records.read == 3);
}

TEST_CASE("An Umpire reallocation is a free and an alloc unless the log holds them between") {
  const auto plain = read_text(make("0x20", "pool", 0) + allocate("0x40", 64, 1) + intend("0x40", 80, 2) +
                               reallocated("0x90", 3) + intend("0x90", 96, 4) + reallocated("0x90", 5));
  CHECK(brief(plain) == Rows{{"alloc", 0, 64}, {"free", 0, 64}, {"alloc", 1, 80}, {"free", 1, 80}, {"alloc", 2, 96}});
  CHECK(plain.contents.import.counters.at("realloc_moved") == 1);
  CHECK(plain.contents.import.counters.at("realloc_in_place") == 1);
  const auto nested =
      read_text(make("0x20", "pool", 0) + intend("0", 64, 1) + allocate("0x40", 64, 2) + reallocated("0x40", 3) +
                intend("0x40", 0, 4) + deallocate("0x40", 5) + allocate("0x40", 0, 6) + reallocated("0x40", 7));
  CHECK(brief(nested) == Rows{{"alloc", 0, 64}, {"free", 0, 64}, {"alloc", 1, 0}});
  CHECK(nested.contents.import.counters.at("realloc_nested") == 2);
  CHECK(nested.contents.import.devices.front().reallocs == 2);
}

TEST_CASE("One allocator of an Umpire log can be taken by its name") {
  ReadOptions options;
  options.format_options["allocator"] = "pool";
  const auto read = read_text(make("0x20", "pool", 0) + make("0x30", "HOST", 1) + allocate("0x40", 64, 2) +
                                  allocate("0x50", 32, 3, "0x30") + deallocate("0x50", 4, "0x30"),
                              "umpire", options);
  CHECK(brief(read) == Rows{{"alloc", 0, 64}});
  CHECK(read.contents.import.records.dropped == 2);
}

TEST_CASE("Malformed Umpire lines are refused at their place, and skipped where lenient") {
  const std::string first = make("0x20", "pool", 0);
  const std::string cut = R"({"category":"operation","name":"alloc)";
  check_error(first + cut + "\n", ErrorClass::syntax, ":2:" + std::to_string(cut.size() + 1), "", "syntax");  // 53
  const std::string cut_later = R"({"category":"operation","name":"allocate","numeric_args":{"size":1})";
  check_error(first + cut_later + "\n", ErrorClass::syntax, ":2:" + std::to_string(cut_later.size() + 1), "", "syntax");
  check_error(first + "[1]\n", ErrorClass::syntax, ":2:1", "", "syntax");
  check_error(first + "{}\n", ErrorClass::missing_field, ":2", "name", "missing_field.name");
  const std::string no_size =
      R"({"kind":"replay","event":"allocate","payload":{"allocator_ref":"0x10"},"result":{"memory_ptr":"0x40"}})";
  check_error(first + no_size + "\n", ErrorClass::missing_field, ":2", "payload.size",
              "missing_field.payload.size");                                                        // 54
  check_error(first + reallocated("0x40", 3), ErrorClass::inconsistent, ":2", "", "inconsistent");  // 55
  check_error(first + allocate("40", 1, 3), ErrorClass::bad_value, ":2", "string_args.pointer",
              "bad_value.string_args.pointer");
  check_error(first + allocate("0x40", -1, 3), ErrorClass::range, ":2", "numeric_args.size", "range.numeric_args.size");
}

TEST_CASE("A small Umpire log cut at every byte is an error or a shorter trace") {
  const std::string whole = make("0x20", "pool", 0) + allocate("0x40", 64, 5) + intend("0x40", 80, 6) +
                            reallocated("0x90", 7) + deallocate("0x90", 8);
  const std::size_t all = read_text(whole).events.size();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string some = whole.substr(0, length);
    if (!error_of(some, "umpire")) {
      CHECK(read_text(some, "umpire").events.size() <= all);
    }
    if (!error_of(some, "umpire", lenient())) {
      CHECK(read_text(some, "umpire", lenient()).events.size() <= all);
    }
  }
}

TEST_CASE("What is no database of events is refused as a file") {
  using namespace std::string_literals;
  const std::string broken = "SQLite format 3\0"s + std::string(600, '\1');
  const std::optional<InputError> error = error_of(broken);
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::syntax);
  CHECK(place_of(*error).empty());
  const std::optional<InputError> none = error_of("SQLite format 3\0"s);
  REQUIRE(none);
  CHECK(none->error_class() == ErrorClass::syntax);
}

struct HeldLog {
  std::string file;
  std::uint64_t records, allocs, frees, zero, nested, in_place, moved, unmatched, doubled, peak, end, end_bytes,
      cleanups;
};

TEST_CASE("Held Umpire logs count as the specification says") {
  const std::filesystem::path folder = tests::require_shared() / "traces" / "umpire";
  const std::vector<HeldLog> rows{{"old_umpire.50504.0.replay", 27, 6, 2, 0, 0, 0, 0, 0, 0, 4096, 4, 2816, 1},
                                  {"output.replay", 524, 177, 177, 12, 15, 20, 7, 0, 0, 372, 0, 0, 20},
                                  {"output.numa.replay", 538, 183, 183, 12, 15, 27, 0, 0, 0, 372, 0, 0, 20},
                                  {"output.sqlite.replay", 524, 177, 177, 12, 15, 16, 11, 0, 0, 372, 0, 0, 20},
                                  {"tut_replay_log.json", 200, 64, 64, 1, 0, 0, 0, 1, 1, 32880, 0, 0, 0},
                                  {"old_test_output.good", 1363, 200, 200, 12, 15, 21, 6, 0, 0, 372, 0, 0, 40}};
  for (const HeldLog& row : rows) {
    INFO(row.file);
    tests::CollectingSink sink;
    TraceContents contents;
    read_trace(folder / row.file, {}, {}, sink, contents);
    const Import& import = contents.import;
    REQUIRE(import.devices.size() == 1);
    const DeviceCount& device = import.devices.front();
    CHECK(import.records.read == row.records);
    CHECK(device.allocs == row.allocs);
    CHECK(device.frees == row.frees);
    CHECK(device.zero_sizes == row.zero);
    CHECK(device.reallocs == row.nested + row.in_place + row.moved);
    CHECK(import.counters.at("realloc_nested") == row.nested);
    CHECK(import.counters.at("realloc_in_place") == row.in_place);
    CHECK(import.counters.at("realloc_moved") == row.moved);
    CHECK(device.unmatched_frees == row.unmatched);
    CHECK(device.double_allocs == row.doubled);
    CHECK(device.peak_bytes == row.peak);
    CHECK(device.end_count == row.end);
    CHECK(device.end_bytes == row.end_bytes);
    CHECK(import.events.at(static_cast<std::size_t>(EventKind::cleanup)) == row.cleanups);
    CHECK(import.events.at(static_cast<std::size_t>(EventKind::alloc)) == row.allocs + row.in_place + row.moved);
  }
}

}  // namespace
}  // namespace arenasim::traces
