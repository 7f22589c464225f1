#include <catch2/catch.hpp>
#include <string>

#include "tests/support/read_text.hpp"

namespace arenasim::traces {
namespace {

using tests::error_of;
using tests::lenient;
using tests::place_of;
using tests::read_text;
using tests::ReadText;

const std::string kTimeline =
    "[[-1,1,512,0],[1000,2,256,4],[2000,3,-256,4], [2000,3,256,5],\n[3000,4,-256,5],[3000,2,0,7],[3500,3,0,7],"
    "[3500,3,0,3],[4000,4,0,3]]";

TEST_CASE("A memory timeline pairs by size and category, versions move blocks") {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{64}, std::size_t{4096}}) {
    const ReadText trace = read_text(kTimeline, {}, {}, piece);
    const Import& import = trace.contents.import;
    CHECK(import.format == "memory-timeline");
    REQUIRE(trace.events.size() == 5);
    CHECK(trace.events[0].kind == EventKind::preexisting);
    CHECK(trace.tag(0) == "parameter");
    CHECK(trace.events[1].time.time_since_epoch().count() == 0);
    CHECK(trace.events[2].id == trace.events[1].id);
    CHECK(trace.events[2].time.time_since_epoch().count() == 2000);
    CHECK(import.counters.at("version_pairs") == 2);
    CHECK(import.repairs.unmatched_frees == 0);
    CHECK(import.records.read == 9);
    CHECK(import.live_end_bytes == 512);
  }
}

struct Malformed {
  std::string text;
  std::string error;
  std::string skipped;  ///< empty: lenient refuses it too
};

TEST_CASE("Malformed memory timelines are refused by class and position") {
  const std::vector<Malformed> table{
      {"[[1,2,3]]", "syntax@1 [0]", ""},
      {"[[0,2,8,0],[1,2,3]]", "syntax@11 [1]", "syntax"},
      {"[[0,2,8,0],[1,2,\"3\",0]]", "syntax@16 [1]", "syntax"},
      {"[[0,2,8,0],[1,2,1.5,0]]", "syntax@16 [1]", "syntax"},
      {"[[0,2,8,0],7]", "syntax@11 [1]", "syntax"},
      {"[[0,2,8,0],[1,0,8,0]]", "bad_value@11 [1]", "bad_value.action"},
      {"[[0,2,8,0],[1,4,8,0]]", "bad_value@11 [1]", "bad_value.bytes"},
      {"[[0,2,8,0],[1,2,8,8]]", "bad_value@11 [1]", "bad_value.category"},
      {"[[0,2,8,0],[1,3,8,0]]", "inconsistent@11 [1]", "inconsistent.bytes"},
      {"[[0,2,8,0],[1,3,-8,0]]", "inconsistent@11 [1]", "inconsistent.action"},
      {"[[0,2,8,0],[1,3,-8,0],[1,4,-8,0]]", "inconsistent@11 [1]", "inconsistent.action"},
      {"[[0,2,8,0],[-1,1,8,0]]", "inconsistent@11 [1]", "inconsistent.action"},
      {"[[0,2,8,0],[99999999999999999999,2,8,0]]", "range@12 [1]", "range"},
      {"[[1,2,3,4,5],[[1],[2]]]", "unsupported@1 [0]", ""},
      {std::string(200, '[') + std::string(200, ']'), "limit@128", ""},
      {"[[-1,3,-8,0]", "syntax@12", ""},
  };
  for (const Malformed& row : table) {
    INFO(row.text);
    const auto error = error_of(row.text);
    REQUIRE(error);
    const std::string found = std::string(name(error->error_class())) + place_of(*error);
    CHECK(found.substr(0, row.error.size()) == row.error);
    if (row.skipped.empty()) {
      CHECK(error_of(row.text, {}, lenient()));
    } else {
      CHECK(read_text(row.text, {}, lenient()).contents.import.skipped.at(row.skipped) == 1);
    }
  }
  const auto html = error_of("<html>", "memory-timeline");
  REQUIRE(html);
  CHECK(html->error_class() == ErrorClass::unsupported);
}

TEST_CASE("A memory timeline cut at any byte is an error, or leniently a shorter trace") {
  for (std::size_t length = 0; length < kTimeline.size(); ++length) {
    INFO("cut at " << length);
    const std::string text = kTimeline.substr(0, length);
    CHECK(error_of(text, "memory-timeline"));
    try {
      const ReadText trace = read_text(text, "memory-timeline", lenient());
      CHECK(trace.events.size() <= 5);
      CHECK(trace.contents.import.repairs.truncated_tail);
    } catch (const InputError&) {
      SUCCEED("refused");
    }
  }
}

}  // namespace
}  // namespace arenasim::traces
