#include "traces/formats/csv.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "tests/support/read_text.hpp"

namespace arenasim::tests {
namespace {

using traces::EventKind;

const std::string kHeader = "time_ns,event,id,size,stream,tag\n";

TEST_CASE("Columns of native CSV come in any order and case, with others between them") {
  const ReadText read = read_text("Size,note,ID,Event\n10,x,1,alloc\n,\"a,b\",1,free\n");
  CHECK(read.events.size() == 2);
  CHECK(read.contents.import.ignored_columns == std::vector<std::string>{"note"});
  CHECK(read.contents.import.clock == "ordinal");
  CHECK(read.events[1].time.time_since_epoch().count() == 1);
}

TEST_CASE("Windows line ends, a byte order mark and a missing last line end change nothing") {
  const std::string plain = kHeader + "0,alloc,1,100,0,a b\n\n# comment\n5,free,1,100,,";
  std::string windows = "\xEF\xBB\xBF";
  for (const char character : plain) {
    windows += character == '\n' ? "\r\n" : std::string{character};
  }
  for (const std::string& text : {plain, windows}) {
    const ReadText read = read_text(text, {}, {}, 3);
    REQUIRE(read.events.size() == 2);
    CHECK(read.tag(0) == "a b");
  }
}

TEST_CASE("Blanks round a field are trimmed, but not in a tag") {
  const ReadText read = read_text("event , id,size,tag\n alloc ,\t1 , 0x10 , a \n");
  CHECK(read.events[0].size == core::Bytes{16});
  CHECK(read.tag(0) == " a ");
}

TEST_CASE("A quoted field holds commas, quotes and line ends") {
  const ReadText read = read_text("event,id,size,tag\n\"alloc\",\"1\",8,\"a,\"\"b\"\"\r\n#c\"\nalloc,2,8,\n");
  REQUIRE(read.events.size() == 2);
  CHECK(read.tag(0) == "a,\"b\"\r\n#c");
  const auto error = error_of("event,id,size,tag\nalloc,1,8,\"a\nb\"\nalloc,x,8,\n");
  CHECK(place_of(error.value()) == ":4:7");
}

TEST_CASE("A tag of one mebibyte is a limit error, a comment of one mebibyte is none") {
  const std::string long_text(1U << 20U, 'x');
  CHECK(error_of(kHeader + "0,alloc,1,8,0,\"" + long_text + "\"\n")->error_class() == traces::ErrorClass::limit);
  CHECK(read_text("#" + long_text + "\n" + kHeader + "# " + long_text + "\n0,alloc,1,8,0,\n", "csv").events.size() ==
        1);
}

TEST_CASE("Sizes of zero and over 2^63 are kept") {
  const ReadText read = read_text(kHeader + "0,alloc,1,0,0,\n0,alloc,2,18446744073709551615,0,\n1,free,1,,,\n");
  CHECK(read.contents.import.repairs.zero_sizes == 1);
  CHECK(read.events[1].size == core::Bytes::max());
  CHECK(read.contents.import.live_end_bytes == 18446744073709551615U);
}

TEST_CASE("A free of an unknown id is dropped and counted, an alloc of a live one frees it first") {
  const ReadText read =
      read_text(kHeader + "0,free,9,,,\n1,alloc,1,10,0,\n2,alloc,1,20,3,\n3,free,1,7,,\n4,free,1,,,\n");
  const auto& repairs = read.contents.import.repairs;
  CHECK(repairs.unmatched_frees == 2);
  CHECK(repairs.double_allocs == 1);
  CHECK(repairs.size_mismatches == 1);
  REQUIRE(read.events.size() == 4);
  CHECK(read.events[1].kind == EventKind::free);
  CHECK(read.events[1].id == 1);
  CHECK(read.events[2].id == 2);
  CHECK(read.events[3].id == 2);
  CHECK(read.events[3].size == core::Bytes{20});
  CHECK(read.events[3].stream == core::StreamId{3});
  CHECK(read.contents.import.devices.at(0).frees == 3);
}

TEST_CASE("A second life of an id gets the next number above all that were used") {
  const ReadText read =
      read_text("event,id,size\nalloc,5,1\nfree,5,\nalloc,5,1\nfree,5,\nalloc,6,1\nalloc,3,1\nalloc,5,1\n");
  std::vector<std::uint64_t> ids(read.events.size());
  std::transform(read.events.begin(), read.events.end(), ids.begin(), [](const auto& event) { return event.id; });
  CHECK(ids == std::vector<std::uint64_t>{5, 5, 6, 6, 7, 3, 8});
}

TEST_CASE("An alloc written twice at one time is one") {
  const ReadText read = read_text(kHeader + "0,alloc,1,10,0,\n0,alloc,1,10,0,\n");
  CHECK(read.events.size() == 1);
  CHECK(read.contents.import.repairs.duplicate_events == 1);
  CHECK(read_text("event,id,size\nalloc,1,10\nalloc,1,10\n").contents.import.repairs.double_allocs == 1);
}

TEST_CASE("Two-step frees are live and pending until they complete") {
  const ReadText read = read_text(
      kHeader +
      "0,alloc,1,10,0,\n1,free_requested,1,,,\n2,free_requested,1,,,\n2,free_requested,4,,,\n"
      "3,alloc,2,5,0,\n4,free_completed,1,,,\n5,free_completed,2,,,\n6,alloc,3,5,0,\n7,free_requested,3,,,\n");
  CHECK(read.contents.import.repairs.unmatched_requests == 2);
  CHECK(read.contents.import.repairs.pending_at_end == 1);
  CHECK(read.contents.import.live_peak_bytes == 15);
  CHECK(read.count(EventKind::free_completed) == 1);
  CHECK(read.count(EventKind::free) == 1);
}

TEST_CASE("Rows out of order are sorted on request, ties as they stand") {
  traces::ReadOptions options;
  options.sort = true;
  const ReadText read = read_text(
      kHeader + "9,preexisting,7,1,0,\n5,alloc,1,10,0,\n3,alloc,2,10,0,\n5,free,2,,,\n4,alloc,3,1,0,\n", {}, options);
  CHECK(read.contents.import.repairs.resorted_events == 3);
  CHECK(read.events[0].id == 7);
}

TEST_CASE("Several devices need a choice") {
  const std::string text = "event,id,size,device\nalloc,1,10,0\nalloc,1,20,1\nfree,1,,1\ncleanup,,,1\nmarker,,,\n";
  const auto error = error_of(text);
  REQUIRE(error);
  CHECK(error->error_class() == traces::ErrorClass::ambiguous_device);
  CHECK(std::string{error->what()}.find("0 (1 records), 1 (3 records)") != std::string::npos);

  traces::ReadOptions options;
  options.device = traces::DeviceChoice{{}, traces::DeviceId{1}};
  const ReadText one = read_text(text, {}, options);
  CHECK(one.events.size() == 4);
  CHECK(one.contents.import.records.dropped == 1);
  REQUIRE(one.contents.import.devices.size() == 2);
  CHECK_FALSE(one.contents.import.devices[0].selected);
  CHECK(one.contents.import.devices[0].end_bytes == 10);
  CHECK(one.contents.import.devices[1].peak_bytes == 20);

  options.device = traces::AllDevices{};
  const ReadText all = read_text(text, {}, options);
  CHECK(all.events.size() == 5);
  CHECK(all.events[1].id == 2);  // ids are unique over the trace

  options.device = traces::DeviceChoice{{}, traces::DeviceId{4}};
  CHECK(error_of(text, {}, options)->error_class() == traces::ErrorClass::empty);
}

TEST_CASE("Native CSV cut at any byte is an error or a shorter trace, and lenient keeps the whole rows") {
  const std::string whole = kHeader + "0,preexisting,7,4096,0,w\n0,alloc,1,1000,0,\"conv, fwd\"\n250,free,1,,0,\n";
  const std::size_t rows_begin = whole.find("0,pre");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    const std::string cut = whole.substr(0, length);
    const auto rows = static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '\n'));
    const auto strict_error = error_of(cut, "csv");
    if (length < rows_begin) {
      CHECK(strict_error);
      continue;
    }
    if (!strict_error) {
      CHECK(read_text(cut, "csv").events.size() <= rows);  // the last row may be whole without its end
    }
    const auto lenient_error = error_of(cut, "csv", lenient());
    if (lenient_error) {
      const bool in_a_quote = std::count(cut.begin(), cut.end(), '"') == 1;
      CHECK((in_a_quote || lenient_error->error_class() == traces::ErrorClass::empty));
      continue;
    }
    const ReadText read = read_text(cut, "csv", lenient());
    CHECK(read.events.size() + 1 >= rows);
    CHECK(read.contents.import.repairs.truncated_tail == strict_error.has_value());
  }
}

}  // namespace
}  // namespace arenasim::tests
