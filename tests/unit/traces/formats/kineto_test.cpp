#include <catch2/catch.hpp>
#include <string>

#include "tests/support/read_text.hpp"
#include "tests/support/temporary_file.hpp"

namespace arenasim::traces {
namespace {

using tests::error_of;
using tests::lenient;
using tests::place_of;
using tests::read_text;
using tests::ReadText;

/// A memory event of device 1:0; `total` is what is allocated after it.
std::string event(const std::string& ts, int address, int bytes, int total) {
  return R"({"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":)" + ts +
         R"(,"args":{"Device Type":1,"Device Id":0,"Addr":)" + std::to_string(address) + R"(,"Bytes":)" +
         std::to_string(bytes) + R"(,"Total Allocated":)" + std::to_string(total) +
         R"(,"Total Reserved":4096,"Ev Idx":3}})";
}

const std::string kOther = R"({"ph":"X","name":"aten::empty","ts":1,"dur":2,"args":{"Input Dims":[[2,3],[]]}})";

std::string document(const std::string& elements) {
  return R"({"schemaVersion": 1, "traceEvents": [)" + elements + R"(], "traceName": "x"})";
}

const std::string kTrace = document(kOther + ",\n" + event("100.250", 4096, 512, 2560) + ",\n" +
                                    event("107", 4096, -512, 2048) + "," + kOther);

TEST_CASE("Memory events become allocs and frees, others overhead") {
  const ReadText trace = read_text(kTrace);
  const Import& import = trace.contents.import;
  CHECK(import.format == "kineto");
  REQUIRE(trace.events.size() == 2);
  CHECK(trace.events[0].kind == EventKind::alloc);
  CHECK(trace.events[0].size == core::Bytes{512});
  CHECK(trace.events[0].time.time_since_epoch().count() == 0);
  CHECK(trace.events[1].kind == EventKind::free);
  CHECK(trace.events[1].time.time_since_epoch().count() == 6750);
  CHECK(import.records.overhead == 2);
  CHECK(import.records.read == 4);
  CHECK(import.counters.at("baseline_bytes") == 2048);
  CHECK(trace.contents.recorded.addresses.at(0).address == 4096);
  CHECK(trace.contents.recorded.totals.size() == 1);
}

TEST_CASE("A bare array of trace events and any order of root keys are read") {
  const std::string elements = "[" + kOther + "," + event("1", 8, 16, 16) + "]";
  CHECK(read_text(elements).contents.import.format == "kineto");
  std::string deep = R"({"big":[)";
  for (int element = 0; element < 20'000; ++element) {
    deep += R"({"text":"some long text that nobody asks for"},)";
  }
  deep += R"(0],"traceEvents":)" + elements + "}";
  CHECK(read_text(deep).events.size() == 1);
  CHECK(read_text(deep, {}, {}, 1000).events.size() == 1);
}

TEST_CASE("Events are put in order of time, ties in file order") {
  const ReadText trace = read_text(document(event("5", 1, 10, 10) + "," + event("6", 2, 20, 20) + "," +
                                            event("2", 2, 30, 30) + "," + event("2", 2, -30, 0)));
  CHECK(trace.contents.import.repairs.resorted_events == 1);
  CHECK(trace.contents.import.repairs.double_allocs == 0);
  REQUIRE(trace.events.size() == 4);
  CHECK(trace.events[0].size == core::Bytes{30});
  CHECK(trace.events[1].kind == EventKind::free);
  CHECK(trace.events[2].size == core::Bytes{10});
}

TEST_CASE("A total that does not follow from the one before is a break") {
  const ReadText trace = read_text(document(event("1", 1, 10, 10) + "," + event("2", 2, 20, 31)));
  CHECK(trace.contents.import.counters.at("total_allocated_breaks") == 1);
}

TEST_CASE("The bytes of before can be loaded as one block") {
  ReadOptions options;
  options.format_options["baseline"] = "block";
  const ReadText trace = read_text(kTrace, "kineto", options);
  REQUIRE(trace.events.size() == 3);
  CHECK(trace.events[0].kind == EventKind::preexisting);
  CHECK(trace.events[0].size == core::Bytes{2048});
  CHECK(trace.contents.import.live_peak_bytes == 2560);
}

TEST_CASE("Without addresses a free ends the last block of its size") {
  const std::string plain = R"({"ph":"i","name":"[memory]","ts":TS,"args":{"Device Type":1,"Device Id":0,"Bytes":N}})";
  const auto at = [&plain](const std::string& ts, const std::string& bytes) {
    std::string text = plain;
    text.replace(text.find("TS"), 2, ts);
    return text.replace(text.find(":N}"), 2, ":" + bytes);
  };
  const ReadText trace =
      read_text(document(at("1", "8") + "," + at("2", "8") + "," + at("3", "-8") + "," + at("4", "-9")));
  CHECK(trace.contents.import.pairing == "size-lifo");
  REQUIRE(trace.events.size() == 3);
  CHECK(trace.events[2].id == trace.events[1].id);
  CHECK(trace.contents.import.repairs.unmatched_frees == 1);
}

TEST_CASE("Escapes, bytes that are no UTF-8 and foreign events do not hide memory events") {
  std::string escaped = event("1", 8, 16, 16);
  escaped.replace(escaped.find("[memory]"), 1, "\\u005b");
  std::string bytes = event("2", 16, 16, 32);
  bytes.replace(bytes.find("\"t\""), 3, "\"\xFF\"");
  const std::string note = R"({"ph":"X","name":"note","args":{"text":"[memory]","Bytes":"none"}})";
  CHECK(read_text(document(escaped + "," + bytes + "," + note)).events.size() == 2);
}

TEST_CASE("The device is the only one that is no CPU, else one must be named") {
  std::string cpu = event("1", 8, 16, 16);
  cpu.replace(cpu.find("Type\":1"), 7, "Type\":0");
  std::string second = event("3", 8, 16, 16);
  second.replace(second.find("Id\":0"), 5, "Id\":1");
  const ReadText trace = read_text(document(cpu + "," + event("2", 8, 16, 16)));
  REQUIRE(trace.events.size() == 1);
  CHECK(trace.contents.import.devices.size() == 2);
  CHECK(trace.events[0].time.time_since_epoch().count() == 1000);
  const auto error = error_of(document(cpu + "," + event("2", 8, 16, 16) + "," + second));
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::ambiguous_device);
  CHECK(std::string(error->what()).find("0:0 (1 events), 1:0 (1 events), 1:1 (1 events)") != std::string::npos);
  CHECK(place_of(*error).empty());
  ReadOptions options;
  options.device = DeviceChoice{1, DeviceId{1}};
  CHECK(read_text(document(cpu + "," + event("2", 8, 16, 16) + "," + second), {}, options).events.size() == 1);
  options.device = AllDevices{};
  CHECK(read_text(document(cpu + "," + event("2", 8, 16, 16) + "," + second), {}, options).events.size() == 3);
}

/// The malformed-input table's rows of this format: class, place, and what lenient makes of it.
struct Malformed {
  std::string text;
  std::string error;
  std::string skipped;  ///< counter that lenient has; "tail"; empty: the same error
};

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

TEST_CASE("Malformed profiler traces are refused by class and position") {
  const std::string good = event("1", 8, 16, 16);
  const std::string quoted_bytes = document(good + "," + replaced(good, ":16,", ":\"512\","));
  const std::string second = tests::at_offset(quoted_bytes.find(good) + good.size() + 1);
  const std::string deep = document(std::string(200, '[') + std::string(200, ']'));
  const std::vector<Malformed> table{
      {document(good).substr(0, 60), "syntax@60", "empty"},
      {document(good + "," + good).substr(0, 250), "syntax@250", "tail"},
      {quoted_bytes, "bad_value@" + std::to_string(quoted_bytes.find("\"512\"")) + " traceEvents[1].args.Bytes",
       "bad_value.Bytes"},
      {document(good + "," + replaced(good, "\"ts\":1,", "")), "missing_field" + second + " traceEvents[1]",
       "missing_field.ts"},
      {deep, "limit@" + std::to_string(deep.find("[[[") + 127), ""},
      {document(kOther), "empty", ""},
      {document(good + ",{\"x\":NaN}"), "syntax@" + std::to_string(document(good).size() - 14), "syntax"},
      {R"({"traceEvents":7})", "bad_value@15", ""},
  };
  for (const Malformed& row : table) {
    INFO(row.text);
    const auto error = error_of(row.text);
    REQUIRE(error);
    const std::string found = std::string(name(error->error_class())) + place_of(*error);
    CHECK(found.substr(0, row.error.size()) == row.error);
    if (row.skipped == "tail") {
      CHECK(read_text(row.text, {}, lenient()).contents.import.repairs.truncated_tail);
    } else if (row.skipped.empty() || row.skipped == "empty") {
      CHECK(error_of(row.text, {}, lenient()));
    } else {
      const ReadText trace = read_text(row.text, {}, lenient());
      CHECK(trace.events.size() == 1);
      CHECK(trace.contents.import.skipped.at(row.skipped) == 1);
    }
  }
}

TEST_CASE("A profiler trace cut at any byte is an error, or leniently a shorter trace") {
  for (std::size_t length = 0; length + 1 < kTrace.size(); ++length) {
    INFO("cut at " << length);
    const std::string text = kTrace.substr(0, length);
    CHECK(error_of(text, "kineto"));
    try {
      const ReadText trace = read_text(text, "kineto", lenient());
      CHECK(trace.events.size() <= 2);
      CHECK(trace.contents.import.repairs.truncated_tail);
    } catch (const InputError&) {
      SUCCEED("refused");
    }
  }
}

}  // namespace
}  // namespace arenasim::traces
