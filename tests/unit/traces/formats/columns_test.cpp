#include "traces/formats/columns.hpp"

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"

namespace arenasim::tests {
namespace {

using traces::EventKind;

ReadText read_columns(const std::string& text, const std::map<std::string, std::string>& columns,
                      traces::ReadOptions options = {}) {
  options.format_options = columns;
  return read_text(text, "columns", options);
}

traces::InputError refused(const std::string& text, const std::map<std::string, std::string>& columns) {
  traces::ReadOptions options;
  options.format_options = columns;
  return error_of(text, "columns", options).value();
}

TEST_CASE("Columns are given by number, with words of the file's own") {
  const ReadText read = read_columns("1.5,A,x,100,2,conv\n2,F,x,,2,\n", {{"time", "1"},
                                                                         {"event", "2"},
                                                                         {"id", "3"},
                                                                         {"size", "4"},
                                                                         {"stream", "5"},
                                                                         {"tag", "6"},
                                                                         {"time-unit", "us"},
                                                                         {"event-map", "A=alloc,F=free"}});
  REQUIRE(read.events.size() == 2);
  CHECK(read.events[0].stream == core::StreamId{2});
  CHECK(read.tag(0) == "conv");
  CHECK(read.events[1].kind == EventKind::free);
  CHECK(read.events[1].time.time_since_epoch().count() == 500);
  CHECK(read.contents.import.clock == "us");
}

TEST_CASE("Columns are given by name with a header, and by libCacheSim's options") {
  const ReadText named =
      read_columns("Key;Bytes;What\nk1;10;alloc\nk1;10;free\n",
                   {{"id", "key"}, {"size", "bytes"}, {"event", "What"}, {"delimiter", ";"}, {"header", "true"}});
  CHECK(named.events.size() == 2);
  const ReadText cache = read_columns("t\tsize\tid\n5\t10\t7\n6\t-10\t7\n", {{"time-col", "1"},
                                                                             {"obj-id-col", "3"},
                                                                             {"obj-size-col", "2"},
                                                                             {"delimiter", "\\t"},
                                                                             {"has-header", "true"},
                                                                             {"signed-size", "true"}});
  CHECK(cache.events.size() == 2);
  CHECK(cache.contents.import.live_end_count == 0);
}

TEST_CASE("Rows toggle, or are lives") {
  const ReadText toggled = read_columns("a,1\nb,2\na,1\na,3\n", {{"id", "1"}, {"size", "2"}, {"toggle", "true"}});
  CHECK(toggled.events.size() == 4);
  CHECK(toggled.contents.import.live_end_count == 2);
  const ReadText lives =
      read_columns("a,3,5,10\nb,1,3,20\n", {{"id", "1"}, {"time", "2"}, {"end", "3"}, {"size", "4"}});
  CHECK(lives.events.size() == 4);
  CHECK(lives.contents.import.live_peak_bytes == 20);
}

TEST_CASE("Options that say too little are refused") {
  CHECK(refused("a,1\n", {{"id", "1"}, {"size", "2"}}).field() == "event");
  CHECK(name(refused("a,1\n", {{"id", "1"}, {"size", "2"}}).error_class()) == "missing_field");
  CHECK(refused("a,1\n", {{"id", "1"}, {"toggle", "true"}}).field() == "size");
  CHECK(refused("a,1\n", {{"id", "1"}, {"size", "3"}, {"toggle", "true"}}).field() == "size");
  CHECK(refused("a,1\n", {{"id", "name"}, {"size", "2"}, {"toggle", "true"}}).field() == "id");
}

TEST_CASE("A word without a meaning is refused, or passed over by its name") {
  const std::map<std::string, std::string> columns{{"id", "1"}, {"size", "2"}, {"event", "3"}};
  const std::string text = "a,1,alloc\nb,1,get\n";
  CHECK(place_of(refused(text, columns)) == ":2:5");
  const ReadText read = read_columns(text, columns, lenient());
  CHECK(read.contents.import.skipped == std::map<std::string, std::uint64_t>{{"event.get", 1}});
}

}  // namespace
}  // namespace arenasim::tests
