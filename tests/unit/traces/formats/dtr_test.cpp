#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/read_text.hpp"

namespace arenasim::traces {
namespace {

using tests::error_of;
using tests::lenient;
using tests::place_of;
using tests::read_text;
using tests::ReadText;

std::string lines(const std::vector<std::string>& all) {
  std::string text;
  for (const std::string& line : all) {
    text += line + "\n";
  }
  return text;
}

std::string constant(const std::string& name, const std::string& bytes) {
  return R"({"INSTRUCTION":"CONSTANT","NAME":")" + name + "\"}\n" + R"({"INSTRUCTION":"MEMORY","NAME":")" + name +
         R"(","MEMORY":")" + bytes + "\"}";
}

std::string result(const std::string& name, const std::string& bytes, const std::string& alias) {
  return R"({"INSTRUCTION":"MEMORY","NAME":")" + name + R"(","MEMORY":)" + bytes + "}\n" +
         R"({"INSTRUCTION":"ALIAS","NAME":")" + name + R"(","ALIAS":")" + alias + "\"}";
}

std::string call(const std::string& results, const std::string& arguments) {
  return R"({"INSTRUCTION":"CALL","RESULT":[)" + results + R"(],"NAME":"add","ARGS":[)" + arguments +
         R"(],"TIME":"7"})";
}

std::string release(const std::string& name) {
  return R"({"INSTRUCTION":"RELEASE","NAME":")" + name + "\"}";
}

const std::string kStart = R"({"INSTRUCTION":"ANNOTATE","ANNOTATION":"START"})";

/// Events as letters: a alloc, f free, m marker; with sizes.
std::string shape(const ReadText& trace) {
  std::string text;
  for (const Event& event : trace.events) {
    const char letter = event.kind == EventKind::alloc ? 'a' : event.kind == EventKind::free ? 'f' : 'm';
    text += letter + (letter == 'm' ? std::string{} : std::to_string(event.size.count())) + " ";
  }
  return text;
}

TEST_CASE("A storage lives while a tensor refers to it") {
  const ReadText trace =
      read_text(lines({constant("x0", "512"), call(R"("x1","x2")", R"("x0")"), result("x1", "64", "-1"),
                       result("x2", "99", "0"), release("x0"), release("x1"), release("x2"), release("x9")}));
  CHECK(trace.contents.import.format == "dtr");
  CHECK(shape(trace) == "a512 a64 f64 f512 ");
  CHECK(trace.tag(1) == "add");
  CHECK(trace.events[1].time.time_since_epoch().count() == 7);
  CHECK(trace.contents.import.repairs.unmatched_frees == 1);
  CHECK(trace.contents.import.records.read == 11);
  CHECK(trace.contents.import.records.as_events == 4);
}

TEST_CASE("Mutations make new storages, copies share them") {
  const std::string mutate = R"({"INSTRUCTION":"MUTATE","NAME":"relu_","ARGS":["x0"],"MUTATE":[0],"TIME":1})";
  const std::string copy = R"({"INSTRUCTION":"COPY","DST":"y","SRC":"x0"})";
  const std::string copy_from = R"({"INSTRUCTION":"COPY_FROM","DST":"x0","SRC":"y"})";
  CHECK(shape(read_text(lines({constant("x0", "8"), mutate}))) == "a8 a8 f8 ");
  CHECK(shape(read_text(lines({constant("x0", "8"), copy, mutate, release("y")}))) == "a8 a8 f8 ");
  CHECK(shape(read_text(lines({constant("x0", "8"), copy, mutate, copy_from, release("y"), release("x0")}))) ==
        "a8 a8 f8 f8 ");
}

TEST_CASE("What comes before START never was, unless it is kept") {
  const std::string text = lines({constant("w", "5"), kStart, constant("w", "6"), kStart});
  const ReadText trace = read_text(text);
  CHECK(shape(trace) == "m a6 m ");
  CHECK(trace.contents.import.skipped.at("prologue") == 2);
  CHECK(trace.contents.import.records.read == 6);
  ReadOptions options;
  options.format_options["keep-prologue"] = "true";
  CHECK(shape(read_text(lines({constant("w", "5"), kStart, constant("v", "6")}), "dtr", options)) == "a5 m a6 ");
}

struct Malformed {
  std::vector<std::string> text;
  std::string error;
};

TEST_CASE("Malformed logs are refused by class and line") {
  const std::string good = constant("x", "8");
  const std::vector<Malformed> table{
      {{good, constant("y", "9"), call(R"("z")", R"("x","y")"), result("z", "1", "9")}, "range:7"},
      {{good, result("z", "1", "-1")}, "inconsistent:3"},
      {{good, call(R"("z")", ""), result("w", "1", "-1")}, "inconsistent:4"},
      {{good, call(R"("z")", ""), release("x")}, "inconsistent:4"},
      {{good, call(R"("x")", ""), result("x", "1", "-1")}, "inconsistent:5"},
      {{good, call(R"("z")", R"("q")")}, "bad_value:3"},
      {{good, call(R"("z")", "")}, "truncated:3"},
      {{good, R"({"INSTRUCTION":"JUMP"})"}, "bad_value:3"},
      {{good, R"({"INSTRUCTION":"RELEASE"})"}, "missing_field:3"},
      {{good, R"({"INSTRUCTION":"RELEASE")"}, "syntax:3"},
      {{R"({"INSTRUCTION":"CONSTANT","NAME":"x"})", R"({"INSTRUCTION":"MEMORY","NAME":"x","MEMORY":"-8"})"}, "range:2"},
      {{kStart}, "empty:1"},
  };
  for (const Malformed& row : table) {
    INFO(lines(row.text));
    const auto error = error_of(lines(row.text));
    REQUIRE(error);
    CHECK(std::string(name(error->error_class())) + place_of(*error) == row.error);
  }
  const auto alias = error_of(lines(table[0].text), {}, lenient());
  REQUIRE(alias);
  CHECK(alias->field() == "ALIAS");
  const ReadText trace = read_text(lines({good, R"({"INSTRUCTION":"JUMP"})"}), {}, lenient());
  CHECK(trace.contents.import.skipped.at("bad_value.INSTRUCTION") == 1);
}

TEST_CASE("A log cut at any byte is an error, or a shorter trace") {
  const std::string text = lines(
      {constant("x0", "512"), call(R"("x1")", R"("x0")"), result("x1", "64", "-1"), release("x0"), release("x1")});
  for (std::size_t length = 0; length < text.size(); ++length) {
    INFO("cut at " << length);
    for (const ReadOptions& options : {ReadOptions{}, lenient()}) {
      try {
        const ReadText trace = read_text(text.substr(0, length), "dtr", options);
        CHECK(trace.events.size() <= 4);
      } catch (const InputError&) {
        SUCCEED("refused");
      }
    }
  }
}

}  // namespace
}  // namespace arenasim::traces
