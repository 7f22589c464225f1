#include "traces/json_windows.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/piecewise_source.hpp"
#include "tests/support/temporary_file.hpp"
#include "traces/json_brackets.hpp"

namespace arenasim::traces {
namespace {

using tests::PiecewiseSource;

/// Every value of the document as `path@offset=text`, containers of the first `levels` levels entered.
std::vector<std::string> walk(JsonWindows& json, int levels) {
  std::vector<std::string> values;
  const auto leaf = [&] {
    const JsonText value = json.take();
    values.push_back(json.path() + tests::at_offset(value.offset) + "=" + std::string(value.text));
  };
  const auto append = [&values](const std::vector<std::string>& more) {
    values.insert(values.end(), more.begin(), more.end());
  };
  const JsonKind kind = json.kind();
  if (levels == 0 || (kind != JsonKind::object && kind != JsonKind::array)) {
    leaf();
    return values;
  }
  json.enter();
  if (kind == JsonKind::object) {
    while (json.next_member()) {
      append(walk(json, levels - 1));
    }
  } else {
    while (json.next_element()) {
      append(walk(json, levels - 1));
    }
  }
  return values;
}

std::vector<std::string> walk_document(const std::string& text, int levels, std::size_t piece = 7) {
  PiecewiseSource source(text, piece);
  JsonWindows json(source);
  std::vector<std::string> values = walk(json, levels);
  json.finish();
  return values;
}

/// The error of reading the whole document, as `class offset path`.
std::string error_of(const std::string& text, int levels) {
  try {
    walk_document(text, levels);
  } catch (const InputError& error) {
    const auto& position = std::get<OffsetPosition>(error.position());
    return std::string(name(error.error_class())) + " " + std::to_string(position.offset) + " " + position.path;
  }
  return "none";
}

const std::string kDocument =
    "\xEF\xBB\xBF# a comment\n\n"
    R"( {"a" : 1 , "traceEvents":[ {"x":"}]\"{"}, [1,[2]] ,"s\\", -1.5e3, null ],"b\u0041":{"c":{}},"e":[]} )"
    "\n";

TEST_CASE("Members and elements are cut out with their paths and offsets") {
  const std::size_t root = kDocument.find('{');
  const auto at = [root](std::string path, std::size_t column) {
    return path.append(tests::at_offset(root + column)).append("=");
  };
  const std::vector<std::string> expected{
      at("a", 7) + "1",
      at("traceEvents[0]", 27) + R"({"x":"}]\"{"})",
      at("traceEvents[1]", 42) + "[1,[2]]",
      at("traceEvents[2]", 51) + R"("s\\")",
      at("traceEvents[3]", 58) + "-1.5e3",
      at("traceEvents[4]", 66) + "null",
      at("bA.c", 88) + "{}",
  };
  for (const std::size_t piece :
       {std::size_t{1}, std::size_t{2}, std::size_t{63}, std::size_t{64}, std::size_t{1000}}) {
    CHECK(walk_document(kDocument, 2, piece) == expected);
  }
}

TEST_CASE("A document cut at any byte is told as cut at its end") {
  const std::size_t root = kDocument.find('{');
  const std::size_t end = kDocument.rfind('}');
  for (std::size_t length = root; length <= end; ++length) {
    PiecewiseSource source(kDocument.substr(0, length), 5);
    const auto read = [&source] {
      JsonWindows json(source);
      walk(json, 2);
    };
    INFO("cut at " << length);
    try {
      read();
      FAIL("no error");
    } catch (const CutJson& error) {
      CHECK(std::get<OffsetPosition>(error.position()).offset == length);
    }
  }
}

TEST_CASE("Skipped members need no memory however long they are") {
  std::string text = R"({"long":[)";
  for (int element = 0; element < 300'000; ++element) {
    text += R"({"text":"]}\\","list":[[1],{}]},)";
  }
  text += R"(0],"after":true})";
  PiecewiseSource source(text, 100'000);
  JsonWindows json(source);
  json.enter();
  REQUIRE(json.next_member() == "long");
  json.skip();
  REQUIRE(json.next_member() == "after");
  CHECK(json.take().text == "true");
  CHECK_FALSE(json.next_member());
  CHECK_NOTHROW(json.finish());
}

TEST_CASE("A value longer than the buffer is taken whole") {
  const std::string big = "[\"" + std::string(5'000'000, 'x') + "\"]";
  PiecewiseSource source("[" + big + ", 1]", 65'536);
  JsonWindows json(source);
  json.enter();
  REQUIRE(json.next_element());
  CHECK(json.take().text == big);
  REQUIRE(json.next_element());
  CHECK(json.take().text == "1");
}

TEST_CASE("The bracket one too deep is named wherever it stands") {
  const std::string deep = std::string(200, '[') + std::string(200, ']');
  CHECK(error_of(deep, 0) == "limit 128 ");
  CHECK(error_of(deep, 3) == "limit 128 [0][0][0]");
  CHECK(error_of(deep, 300).substr(0, 9) == "limit 128");
  CHECK(error_of(R"({"a":)" + deep + "}", 1) == "limit 132 a");
  CHECK(error_of(std::string(128, '[') + std::string(128, ']'), 0) == "none");
  CHECK(error_of(std::string(128, '[') + std::string(128, ']'), 200) == "none");
}

TEST_CASE("What is no JSON is refused with its position") {
  CHECK(error_of(R"({"a":NaN})", 1) == "syntax 5 a");
  CHECK(error_of(R"({"a":-Infinity})", 1) == "syntax 5 a");
  CHECK(error_of(R"([{"a":NaN}])", 1) == "syntax 6 [0]");
  CHECK(error_of(R"([{"NaN":"Infinity"}])", 1) == "none");
  CHECK(error_of(R"([{"a":-inf}])", 1) == "syntax 7 [0]");
  CHECK(error_of(R"([{"a":[}])", 1) == "syntax 7 [0]");
  CHECK(error_of("[1 2]", 1) == "syntax 3 [0]");
  CHECK(error_of("[1,,2]", 1) == "syntax 3 [0]");
  CHECK(error_of("[1,]", 1) == "syntax 3 [0]");
  CHECK(error_of(R"({"a":1,})", 1) == "syntax 7 a");
  CHECK(error_of(R"({"a" 1})", 1) == "syntax 5 a");
  CHECK(error_of("{1:2}", 1) == "syntax 1 ");
  CHECK(error_of("[1}", 1) == "syntax 2 [0]");
  CHECK(error_of("[01]", 1) == "syntax 1 [0]");
  CHECK(error_of("[] []", 1) == "syntax 3 ");
}

TEST_CASE("A value that is no JSON is stepped over and the next can be read") {
  PiecewiseSource source("[{\"a\":NaN},Infinity,3]", 4);
  JsonWindows json(source);
  json.enter();
  REQUIRE(json.next_element());
  CHECK_THROWS_AS(json.take(), BadJsonValue);
  REQUIRE(json.next_element());
  CHECK_THROWS_AS(json.skip(), BadJsonValue);
  REQUIRE(json.next_element());
  CHECK(json.take().text == "3");
  CHECK_FALSE(json.next_element());
}

TEST_CASE("A watched text is met at every place of a string, and told apart from what looks like it") {
  const std::string rest(200, ' ');
  const auto may_have = [&](const std::string& text, std::size_t piece) {
    PiecewiseSource source("[{\"a\":\"" + text + "\"}," + rest + "1]", piece);
    JsonWindows json(source);
    json.watch_for("[memory]");
    json.enter();
    static_cast<void>(json.next_element());
    return json.take().may_have_watched;
  };
  for (std::size_t before = 0; before < 140; ++before) {
    CAPTURE(before);
    const std::string start(before, '[');
    for (const std::size_t piece : {1U, 61U, 1000U}) {
      CHECK(may_have(start + "[memory] x", piece));
      CHECK(may_have(start + "\\u005bmemory] x", piece));
    }
    CHECK_FALSE(may_have(start + "[memery] \\n", 1000));
    CHECK_FALSE(may_have(start + "\",\"b\":[\"memory]\"],\"c\":\"", 1000));
  }
}

TEST_CASE("Escapes at borders of blocks do not open or close strings") {
  for (std::size_t padding = 50; padding < 140; ++padding) {
    const std::string filler(padding, 'x');
    for (const std::string escapes : {R"(\")", R"(\\)", R"(\\\")", R"(\\\\)", R"(\\\\\"]}[{)"}) {
      const std::string value = fmt::format(R"(["{}{}",{{"{}":1}}])", filler, escapes, escapes);
      CHECK(walk_document("[" + value + "]", 1, 1000) == std::vector<std::string>{"[0]@1=" + value});
    }
  }
}

}  // namespace
}  // namespace arenasim::traces
