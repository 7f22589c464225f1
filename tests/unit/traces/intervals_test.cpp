#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"

namespace arenasim::tests {
namespace {

using traces::ErrorClass;

traces::ReadOptions split_gaps() {
  traces::ReadOptions options;
  options.format_options["split-gaps"] = "true";
  return options;
}

TEST_CASE("Intervals become events by tick, frees before allocs, then row") {
  const ReadText read = read_text(
      "id,lower,upper,size\n"
      "b,3,9,4\n"
      "a,-2,3,5\n"
      "empty,4,4,1\n"
      "c,3,3000,0\n");
  CHECK(read.contents.import.format == "intervals");
  CHECK(read.contents.import.clock == "tick");
  CHECK(text_of(read) ==
        "0 alloc 0 5\n"
        "5 free 0 5\n"
        "5 alloc 1 4\n"
        "5 alloc 2 0\n"
        "11 free 1 4\n"
        "3002 free 2 0\n");
  CHECK(read.contents.import.counters.at("empty_interval") == 1);
  CHECK(read.contents.import.repairs.resorted_events == 2);
  CHECK(read.contents.import.repairs.zero_sizes == 1);
  CHECK(read.contents.import.records.as_events == 3);
  CHECK(read.contents.import.records.read == 4);
}

TEST_CASE("A column named end holds the last tick, and columns may be spelled otherwise and in any order") {
  const ReadText read = read_text(
      "size,note,Begin,END,buffer_id,alignment,offset\r\n"
      "4,x,1,2,\"b,1\",64,4096\r\n"
      "8,y,3,3,b2,,");
  CHECK(text_of(read) ==
        "0 alloc 0 4\n"
        "2 free 0 4\n"
        "2 alloc 1 8\n"
        "3 free 1 8\n");
  CHECK(read.contents.import.ignored_columns == std::vector<std::string>{"note"});
  REQUIRE(read.contents.recorded.addresses.size() == 1);
  CHECK(read.contents.recorded.addresses[0].event == 0);
  CHECK(read.contents.recorded.addresses[0].address == 4096);
  CHECK(read.contents.recorded.alignments.at(0).alignment == core::Bytes{64});
}

TEST_CASE("Gaps are counted, and split a life where that is asked for") {
  const std::string text =
      "id,lower,upper,size,gaps\n"
      "a,0,10,4,2-4 5-6@0:1 8-10\n"
      "b,0,4,1,\n";
  const ReadText whole = read_text(text);
  CHECK(whole.contents.import.counters.at("gaps") == 3);
  CHECK(whole.events.size() == 4);
  const ReadText split = read_text(text, "intervals", split_gaps());
  CHECK(text_of(split) ==
        "0 alloc 0 4\n"
        "0 alloc 1 1\n"
        "2 free 0 4\n"
        "4 free 1 1\n"
        "4 alloc 2 4\n"
        "8 free 2 4\n");
  CHECK(split.contents.import.records.read == 2);
}

struct BadTable {
  const char* text;
  ErrorClass error_class;
  const char* field;
  const char* place;
};

TEST_CASE("A malformed interval is named by class, field and place, and lenient skips it") {
  const BadTable bad =
      GENERATE(BadTable{"b,9,3,4", ErrorClass::bad_value, "upper", ":3:5"},
               BadTable{"b,x,3,4", ErrorClass::bad_value, "lower", ":3:3"},
               BadTable{"b,1,3,-4", ErrorClass::range, "size", ":3:7"},
               BadTable{"b,1,3,", ErrorClass::missing_field, "size", ":3:7"},
               BadTable{"b,1,3", ErrorClass::syntax, "", ":3:6"}, BadTable{"b,1,3,4,5", ErrorClass::syntax, "", ":3:9"},
               BadTable{"a,1,3,4", ErrorClass::inconsistent, "id", ":3:1"},
               BadTable{"b,1,9223372036854775808,4", ErrorClass::range, "upper", ":3:5"});
  const std::string text = std::string{"id,lower,upper,size\na,0,1,2\n"} + bad.text + "\n";
  const auto error = error_of(text);
  REQUIRE(error);
  CHECK(error->error_class() == bad.error_class);
  CHECK(error->field() == bad.field);
  CHECK(place_of(*error) == bad.place);
  const ReadText read = read_text(text, {}, lenient());
  CHECK(read.events.size() == 2);
  CHECK(read.contents.import.records.skipped == 1);
}

TEST_CASE("An interval header that lacks or repeats a column is refused") {
  CHECK(error_of("id,lower,size\n", "intervals")->error_class() == ErrorClass::missing_field);
  CHECK(error_of("id,lower,size\n", "intervals")->field() == "upper");
  const auto twice = error_of("id,lower,upper,size,size\n");
  REQUIRE(twice);
  CHECK(twice->error_class() == ErrorClass::syntax);
  CHECK(place_of(*twice) == ":1:21");
}

TEST_CASE("Intervals whose bytes pass the sum of 64 bits are refused at the row") {
  const auto error =
      error_of("id,lower,upper,size\na,0,2,9223372036854775808\nb,1,2,9223372036854775808\n", {}, lenient());
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::range);
  CHECK(place_of(*error) == ":3");
}

}  // namespace
}  // namespace arenasim::tests
