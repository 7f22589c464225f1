#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"

namespace arenasim::tests {
namespace {

using traces::ErrorClass;

constexpr const char* kHeader = "Thread,Time,Action,Pointer,Size,Stream\n";

TEST_CASE("An RMM log becomes allocs and frees with streams numbered in order of appearance") {
  const ReadText read = read_text(std::string{kHeader} +
                                  "77,10:00:00.000001,allocate,0x7f00,256,0x0\n"
                                  " 77 , 10:00:00.000002 , allocate , 0x8000 , 0 , 7fa0\n"
                                  "\n"
                                  "77,10:00:00:000003,deallocate,0x7f00,256,0x7fa0\n"
                                  "77,10:00:00.000003,allocate failure,0x0,1024,0x1\n"
                                  "77,10:00:00.000004,free,(nil),0,0x0\r\n"
                                  "77,10:00:00.000005,free,0x8000,8,0x7fa0");
  CHECK(read.contents.import.format == "rmm");
  CHECK(text_of(read) ==
        "0 alloc 0 256\n"
        "1000 alloc 1 0 s1\n"
        "2000 free 0 256 s1\n"
        "2000 oom 0 1024 s2\n"
        "4000 free 1 0 s1\n");
  const traces::Import& import = read.contents.import;
  CHECK(import.stream_names.at("0x7fa0") == 1);
  CHECK(import.stream_names.at("0x1") == 2);
  CHECK(import.skipped.at("null_free") == 1);
  CHECK(import.repairs.size_mismatches == 1);
  CHECK(import.repairs.zero_sizes == 1);
  CHECK(import.clock == "us");
  CHECK(import.records.read == 6);
}

TEST_CASE("A row as RMM prints it and the same row with spaces mean the same") {
  const std::vector<std::string> rows{"77,10:00:00.000001,allocate,0x7f00,256,0x0",
                                      "77,23:59:59.999999,free,0x7f00,256,0x7a",
                                      "1,00:00:00.000000,allocate,0xffffffffffffffff,18446744073709551615,0x1",
                                      "1,00:00:60.000000,allocate,0x10,1,0x1", "1,10:00:00.5,allocate,0x10,1,0x1"};
  for (const std::string& row : rows) {
    CAPTURE(row);
    const std::string first = std::string{kHeader} + "1,10:00:00.000000,allocate,0x99,0,0x0\n";
    const std::string plain = row + "\n";
    const std::string indented = " " + plain;
    CHECK(text_of(read_text(first + plain)) == text_of(read_text(first + indented)));
  }
}

TEST_CASE("An RMM log that goes back by more than twelve hours has passed midnight") {
  const ReadText read = read_text(std::string{kHeader} +
                                  "1,23:59:59.999999,allocate,0x10,1,0\n"
                                  "1,00:00:00.000001,allocate,0x20,2,0\n"
                                  "1,00:00:00.000000,allocate,0x30,3,0\n"
                                  "1,00:00:00.000009,free,0x10,1,0\n");
  CHECK(text_of(read) ==
        "0 alloc 0 1\n"
        "2000 alloc 1 2\n"
        "2000 alloc 2 3\n"
        "10000 free 0 1\n");
  CHECK(read.contents.import.repairs.clamped_times == 1);
}

TEST_CASE("RMM times may be decimal seconds, and fall below the first only to be raised") {
  const ReadText read = read_text(std::string{kHeader} + "1,5.5,allocate,0x10,1,0\n1,5.25,allocate,0x20,2,0\n");
  CHECK(text_of(read) == "0 alloc 0 1\n0 alloc 1 2\n");
  CHECK(read.contents.import.repairs.clamped_times == 1);
}

struct BadRow {
  const char* row;
  ErrorClass error_class;
  const char* field;
  const char* place;
};

TEST_CASE("A malformed RMM row is named by class, field and place, and lenient skips it") {
  const BadRow bad = GENERATE(BadRow{"1,10:00:00.0,grow,0x10,1,0x0", ErrorClass::bad_value, "Action", ":3:14"},
                              BadRow{"1,25:00:00.0,allocate,0x10,1,0x0", ErrorClass::range, "Time", ":3:3"},
                              BadRow{"1,ten,allocate,0x10,1,0x0", ErrorClass::bad_value, "Time", ":3:3"},
                              BadRow{"1,10:00:00.0,allocate,0x10,12kb,0x0", ErrorClass::bad_value, "Size", ":3:28"},
                              BadRow{"1,10:00:00.0,allocate,0x10,-1,0x0", ErrorClass::range, "Size", ":3:28"},
                              BadRow{"1,10:00:00.0,allocate,0x10,,0x0", ErrorClass::missing_field, "Size", ":3:28"},
                              BadRow{"1,10:00:00.0,allocate,0x0,1,0x0", ErrorClass::bad_value, "Pointer", ":3:23"},
                              BadRow{"1,10:00:00.0,allocate,0x10,1", ErrorClass::syntax, "", ":3:29"},
                              BadRow{"1,10:00:00.0,allocate,0x10,1,0x0,", ErrorClass::syntax, "", ":3:33"});
  const std::string text = std::string{kHeader} + "1,10:00:00.0,allocate,0x10,1,0x0\n" + bad.row + "\n";
  const auto error = error_of(text);
  REQUIRE(error);
  CHECK(error->error_class() == bad.error_class);
  CHECK(error->field() == bad.field);
  CHECK(place_of(*error) == bad.place);
  const ReadText read = read_text(text, {}, lenient());
  CHECK(read.events.size() == 1);
  const std::string counter = std::string{traces::name(bad.error_class)} + (*bad.field == 0 ? "" : ".") + bad.field;
  CHECK(read.contents.import.skipped.at(counter) == 1);
  CHECK_FALSE(read.contents.import.repairs.truncated_tail);
}

TEST_CASE("An RMM header that lacks a column is refused, lenient or not") {
  for (const auto& options : {traces::ReadOptions{}, lenient()}) {
    const auto error = error_of("Thread,Time,Action,Pointer,Stream\n", {}, options);
    REQUIRE(error);
    CHECK(error->error_class() == ErrorClass::missing_field);
    CHECK(error->field() == "Size");
  }
}

TEST_CASE("An RMM log of 2019 takes the end of an alloc and the start of a free") {
  const ReadText read = read_text(
      "Event Type,Device ID,Address,Stream,Size (bytes),Free Memory,Total Memory,Current Allocs,Start,End,Elapsed,"
      "Location\n"
      "Alloc,0,0x10,0,100,0,0,1,41.7014,41.7016,0.000156924,/src/a.cu:85\n"
      "Alloc,0,0x20,1,50,0,8192,2,41.7018,41.7019,9.231e-06,b,c.cu:1\n"
      "Realloc,0,0x20,1,60,0,8192,2,41.702,41.7021,1e-5,b.cu:2\n"
      "Free,0,0x10,0,0,0,8192,7,41.8,41.9,0.1,a.cu:9\n");
  CHECK(read.contents.import.format == "rmm-2019");
  CHECK(text_of(read) ==
        "0 alloc 0 100 /src/a.cu:85\n"
        "300000 alloc 1 50 s1 b,c.cu:1\n"
        "500000 free 1 50 s1\n"
        "500000 alloc 2 60 s1 b.cu:2\n"
        "98400000 free 0 100 a.cu:9\n");
  CHECK(read.contents.import.repairs.reallocs == 1);
  CHECK(read.contents.import.repairs.size_mismatches == 0);
  CHECK(read.contents.import.counters.at("current_allocs_mismatches") == 1);
  CHECK(read.contents.recorded.limits.at("device 0 memory") == core::Bytes{8192});
}

TEST_CASE("An RMM debug log gives failures, and allocations where it says them") {
  const ReadText read = read_text(
      "[ 24740][16:33:00:198816][info  ] ----- RMM LOG BEGIN [PTDS DISABLED] -----\n"
      "[ 24740][16:33:00:198826][trace ] [A][stream 0x5][1024B][0x7f00]\n"
      "[ 24740][16:33:00:198836][debug ] something else\n"
      "[ 24740][16:33:00:198846][error ] [A][Stream 0x1][Upstream 350B][FAILURE max pool size exceeded]\n"
      "   and a second line\n"
      "[ 24740][16:33:00:198856][trace ] [D][stream 0x5][1024B][0x7f00]\n");
  CHECK(read.contents.import.format == "rmm-debug");
  CHECK(text_of(read) ==
        "10000 alloc 0 1024 s1\n"
        "30000 oom 0 350 s2\n"
        "40000 free 0 1024 s1\n");
  CHECK(read.contents.import.skipped.at("text") == 2);
  CHECK(read.contents.import.records.overhead == 1);
}

}  // namespace
}  // namespace arenasim::tests
