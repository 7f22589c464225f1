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

std::string problem(const std::string& intervals, const std::string& usages) {
  return R"({"problem":{"name":"x","nodes":{"usages":)" + usages + R"(,"costs":[[1],[1]],"intervals":)" + intervals +
         R"(},"edges":{"nodes":[[0,1]]},"usage_limit":12}})";
}

const std::string kProblem = problem("[[3,7],[2,2],[4,5]]", "[[10,5],[],[7,9]]");

std::uint64_t peak(const std::string& strategy) {
  ReadOptions options;
  options.format_options["strategy"] = strategy;
  return static_cast<std::uint64_t>(read_text(kProblem, "iopddl", options).contents.import.live_peak_bytes);
}

TEST_CASE("Nodes of a contest problem become allocs and frees, frees first") {
  const ReadText trace = read_text(kProblem);
  CHECK(trace.contents.import.format == "iopddl");
  REQUIRE(trace.events.size() == 4);
  CHECK(trace.events[0].size == core::Bytes{10});
  CHECK(trace.events[0].time.time_since_epoch().count() == 1);
  CHECK(trace.contents.import.counters.at("empty_interval") == 1);
  CHECK(trace.contents.import.records.read == 3);
  CHECK(trace.contents.recorded.limits.at("usage_limit") == core::Bytes{12});
}

TEST_CASE("The strategy says which size of a node is taken") {
  CHECK(peak("first") == 17);
  CHECK(peak("min") == 12);
  CHECK(peak("max") == 19);
  ReadOptions options;
  options.format_options["strategy"] = "best";
  const auto error = error_of(kProblem, "iopddl", options);
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::bad_value);
}

struct Malformed {
  std::string text;
  std::string error;
  std::string skipped;  ///< empty: lenient refuses it too
};

TEST_CASE("Malformed contest problems are refused by class and position") {
  const auto at = [](const std::string& text, const std::string& what) { return std::to_string(text.find(what)); };
  const std::string turned = problem("[[0,4],[5,2]]", "[[1],[2]]");
  const std::string three = problem("[[0,4],[5,6,7]]", "[[1],[2]]");
  const std::string negative = problem("[[0,4],[5,6]]", "[[1],[-2]]");
  const std::string empty = problem("[[0,4],[5,6]]", "[[1],[]]");
  const std::vector<Malformed> table{
      {turned, "bad_value@" + at(turned, "[5,2]") + " problem.nodes.intervals[1]", "bad_value.upper"},
      {three, "syntax@" + at(three, "[5,6,7]") + " problem.nodes.intervals[1]", "syntax.intervals"},
      {negative, "range@" + at(negative, "[-2]") + " problem.nodes.usages[1]", "range.usages"},
      {empty, "bad_value@" + at(empty, "[]") + " problem.nodes.usages[1]", "bad_value.usages"},
      {problem("[[0,4]]", "[[1],[2]]"), "inconsistent", ""},
      {problem("7", "[[1],[2]]"), "bad_value", ""},
      {R"({"problem":{"nodes":{"intervals":[]}}})", "missing_field@0", ""},
      {R"({"problem":{"nodes":{"intervals":[],"usages":[]}}})", "empty", ""},
      {kProblem.substr(0, 80), "syntax@80", ""},
  };
  for (const Malformed& row : table) {
    INFO(row.text);
    const auto error = error_of(row.text);
    REQUIRE(error);
    const std::string found = std::string(name(error->error_class())) + place_of(*error);
    CHECK(found.substr(0, row.error.size()) == row.error);
    if (row.skipped.empty()) {
      CHECK(error_of(row.text, {}, lenient()));
      continue;
    }
    const ReadText trace = read_text(row.text, {}, lenient());
    CHECK(trace.contents.import.skipped.at(row.skipped) == 1);
    CHECK(trace.events.size() == 2);
    CHECK(trace.contents.import.records.read == 2);
  }
}

TEST_CASE("A contest problem cut at any byte is an error") {
  for (std::size_t length = 0; length < kProblem.size(); ++length) {
    INFO("cut at " << length);
    CHECK(error_of(kProblem.substr(0, length), "iopddl"));
    CHECK(error_of(kProblem.substr(0, length), "iopddl", lenient()));
  }
}

}  // namespace
}  // namespace arenasim::traces
