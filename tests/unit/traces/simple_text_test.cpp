#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"

namespace arenasim::tests {
namespace {

using traces::ErrorClass;

TEST_CASE("An STAlloc log becomes allocs, frees and markers") {
  const ReadText read = read_text(
      "Iteration Index : 0\n"
      "1 0x7f00 256 0\n"
      "1 0x8000 128 0x55aa\n"
      "1 0 0 0\n"
      "rank 0 micro-batch 3 : F\n"
      "loading weights\n"
      "0 0x7f00 255 0\n"
      "Iteration Index : end\n",
      {}, {}, 5);
  CHECK(read.contents.import.format == "stalloc");
  CHECK(text_of(read) ==
        "0 marker 0 0 Iteration Index : 0\n"
        "1 alloc 0 256\n"
        "2 alloc 1 128 s1\n"
        "3 marker 0 0 rank 0 micro-batch 3 : F\n"
        "4 marker 0 0 loading weights\n"
        "5 free 0 256\n"
        "6 marker 0 0 Iteration Index : end\n");
  CHECK(read.contents.import.clock == "ordinal");
  CHECK(read.contents.import.skipped.at("empty_request") == 1);
  CHECK(read.contents.import.counters.at("other_lines") == 1);
  CHECK(read.contents.import.repairs.size_mismatches == 1);
  CHECK(read.contents.import.stream_names.at("0x55aa") == 1);
}

TEST_CASE("An STAlloc request that is malformed is refused, lenient skips it") {
  for (const char* row : {"2 0x10 1 0", "1 0x20 1", "1 0x20 1 0 0", "1 zebra 1 0"}) {
    const std::string text = std::string{"1 0x10 1 0\n"} + row + "\n";
    CHECK(place_of(*error_of(text)).starts_with(":2:"));
    CHECK(read_text(text, {}, lenient()).events.size() == 1);
  }
}

TEST_CASE("allocatorSim rows are lives with the row as id") {
  const ReadText read = read_text("0 4 10\n1 3 20\n  2   5 7\n", "allocatorsim");
  CHECK(text_of(read) ==
        "0 alloc 0 10\n"
        "1 alloc 1 20\n"
        "2 alloc 2 7\n"
        "3 free 1 20\n"
        "4 free 0 10\n"
        "5 free 2 7\n");
  const auto error = error_of("0 4 10\n4 4 10\n", "allocatorsim");
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::bad_value);
  CHECK(place_of(*error) == ":2:3");
  CHECK(error_of("0 4 10\n")->error_class() == ErrorClass::unknown_format);
  CHECK(error_of("0 -4 10\n", "allocatorsim")->error_class() == ErrorClass::range);
}

TEST_CASE("An mtrace log pairs the two lines of a realloc by caller") {
  const ReadText read = read_text(
      "= Start\n"
      "@ ./my prog:[0x401136] + 0x1000 0x18\n"
      "@ ./my prog:[0x401140] < 0x1000\n"
      "@ /lib/libc.so.6:(f+0x1a)[0x7f] + 0x3000 0\n"
      "@ ./my prog:[0x401140] > 0x2000 0x20\n"
      "@ ./my prog:[0x401150] ! 0x2000 0x7fffffff\n"
      "@ ./my prog:[0x401150] + (nil) 0xffff\n"
      "+ 0x4000 0x1\n"
      "- 0x2000\n"
      "= End\n");
  CHECK(read.contents.import.format == "mtrace");
  CHECK(text_of(read) ==
        "0 alloc 0 24\n"
        "1 alloc 1 0\n"
        "2 free 0 24\n"
        "2 alloc 2 32\n"
        "4 oom 0 2147483647\n"
        "5 oom 0 65535\n"
        "6 alloc 3 1\n"
        "7 free 2 32\n");
  CHECK(read.contents.import.repairs.reallocs == 1);
  CHECK(read.contents.import.repairs.zero_sizes == 1);
  CHECK(read.contents.import.records.read == 10);
}

TEST_CASE("Half a realloc of mtrace is refused, and at the end of the file it is a cut") {
  const std::string good = "= Start\n+ 0x1000 0x18\n";
  const auto cut = error_of(good + "@ a < 0x1000\n");
  REQUIRE(cut);
  CHECK(cut->error_class() == ErrorClass::truncated);
  CHECK(place_of(*cut) == ":3");
  const ReadText tail = read_text(good + "@ a < 0x1000\n", {}, lenient());
  CHECK(text_of(tail) == "0 alloc 0 24\n");
  CHECK(tail.contents.import.repairs.truncated_tail);
  const auto half = error_of(good + "@ a < 0x1000\n= End\n");
  REQUIRE(half);
  CHECK(half->error_class() == ErrorClass::inconsistent);
  CHECK(place_of(*half) == ":3");
  const auto other_half = error_of(good + "@ a > 0x1000 0x5\n");
  REQUIRE(other_half);
  CHECK(other_half->error_class() == ErrorClass::inconsistent);
  CHECK(error_of(good + "@ a ? 0x1000\n")->error_class() == ErrorClass::syntax);
}

TEST_CASE("A raw heaptrack file names addresses") {
  const ReadText read = read_text(
      "v 10500 3\n"
      "x ./prog\n"
      "c a\n"
      "t 401000 0\n"
      "+ 18 1 1000\n"
      "# a comment\n"
      "c 14\n"
      "R 300\n"
      "- 1000\n"
      "- 0\n"
      "+ ff 1 2000\n");
  CHECK(read.contents.import.format == "heaptrack");
  CHECK(read.contents.import.pairing == "address");
  CHECK(read.contents.import.clock == "ms");
  CHECK(text_of(read) ==
        "0 alloc 0 24\n"
        "10000000 free 0 24\n"
        "10000000 alloc 1 255\n");
  CHECK(read.contents.import.skipped.at("t") == 1);
  CHECK(read.contents.import.skipped.at("null_free") == 1);
}

TEST_CASE("An interpreted heaptrack file names classes, the last block of one is freed first") {
  const ReadText read = read_text(
      "v 10500 3\n"
      "a 10 1\n"
      "a 20 2\n"
      "+ 0\n"
      "+ 1\n"
      "c 1\n"
      "+ 0\n"
      "- 0\n"
      "- 1\n"
      "- 1\n");
  CHECK(read.contents.import.pairing == "class-lifo");
  CHECK(text_of(read) ==
        "0 alloc 0 16\n"
        "0 alloc 1 32\n"
        "1000000 alloc 2 16\n"
        "1000000 free 2 16\n"
        "1000000 free 1 32\n");
  CHECK(read.contents.import.repairs.unmatched_frees == 1);
}

TEST_CASE("A malformed heaptrack line is named, and lenient skips it") {
  const std::string classes = "v 10500 3\na 10 1\na 20 2\n+ 1\n";
  const auto undefined = error_of(classes + "+ 5\n");
  REQUIRE(undefined);
  CHECK(undefined->error_class() == ErrorClass::bad_value);
  CHECK(undefined->field() == "class");
  CHECK(place_of(*undefined) == ":5:3");
  const ReadText read = read_text(classes + "+ 5\n- 1\n", {}, lenient());
  CHECK(read.contents.import.skipped.at("bad_value.class") == 1);
  CHECK(read.events.size() == 2);
  CHECK(error_of(classes + "+\n")->field() == "class");
  CHECK(error_of("v 10500 3\n+ 1 2 30\n- \n")->field() == "pointer");
  CHECK(error_of("v 10500 4\n+ 1 2 30\n")->error_class() == ErrorClass::unsupported);
}

TEST_CASE("A malloc lab trace follows its reallocs, whatever ends its lines") {
  const std::string lines = "20000|3|9|1|a 0 512|a 1 128|r 0 640|r 2 10|r 1 0|f -1|f 0|a 2 4|f 7|";
  for (const std::string& end : {std::string{"\n"}, std::string{"\r\n"}, std::string{"\r"}}) {
    std::string text;
    for (const char character : lines) {
      text += character == '|' ? end : std::string{character};
    }
    for (const std::size_t piece : {std::size_t{1}, std::size_t{1000}}) {
      const ReadText read = read_text(text, {}, {}, piece);
      CHECK(read.contents.import.format == "malloclab");
      CHECK(text_of(read) ==
            "0 alloc 0 512\n"
            "1 alloc 1 128\n"
            "2 free 0 512\n"
            "2 alloc 2 640\n"
            "4 alloc 3 10\n"
            "5 free 1 128\n"
            "6 free 2 640\n"
            "7 free 3 10\n"
            "7 alloc 4 4\n");
      CHECK(read.contents.import.repairs.double_allocs == 1);
      CHECK(read.contents.import.repairs.unmatched_frees == 1);
      CHECK(read.contents.import.skipped.at("null_free") == 1);
      CHECK(read.contents.import.counters.at("count_mismatch") == 1);
    }
  }
}

TEST_CASE("A malloc lab line without a size is named, and lenient skips it") {
  const std::string text = "1\n1\n1\n1\na 0 5\na 7\n";
  const auto error = error_of(text);
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::missing_field);
  CHECK(error->field() == "size");
  CHECK(place_of(*error).starts_with(":6"));
  const ReadText read = read_text(text, {}, lenient());
  CHECK(read.events.size() == 1);
  CHECK(read.contents.import.skipped.at("missing_field.size") == 1);
  CHECK(error_of("1\n1\n1\n1\na 0 5\nz 1\n")->error_class() == ErrorClass::syntax);
}

}  // namespace
}  // namespace arenasim::tests
