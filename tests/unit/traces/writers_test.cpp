#include "traces/writer.hpp"

#include <catch2/catch.hpp>

#include <span>
#include <sstream>
#include <tuple>
#include <vector>

#include "tests/support/read_text.hpp"

namespace arenasim::tests {
namespace {

using Dropped = std::map<std::string, std::uint64_t>;

const std::string kTrace =
    "time_ns,event,id,size,stream,tag,device_free\n"
    "0,preexisting,4,4096,0,weights,\n"
    "1000,alloc,9,1000,1,\"conv, fwd\",\n"
    "2500,free_requested,9,,1,,\n"
    "3000,free_completed,9,,1,,\n"
    "3000,alloc,2,0,0,,\n"
    "4000,marker,,,,\"step \"\"2\"\"\",\n"
    "5000,oom,,70000,0,,12\n"
    "6000,free,4,,0,,\n"
    "7000,cleanup,,,0,,\n";

struct Written {
  std::string text;
  Dropped dropped;
};

Written written(std::string_view format) {
  PiecewiseSource source{kTrace, 1000};
  std::ostringstream out;
  traces::TraceContents contents;
  for (const traces::WriterRow* row : traces::writers()) {
    if (row->name == format) {
      const auto writer = row->make(out, contents.strings);
      traces::read_source(source, {}, {}, *writer, contents);
      writer->finish();
      return {out.str(), writer->dropped()};
    }
  }
  FAIL("no writer " << format);
  return {};
}

TEST_CASE("Native CSV gives the bytes it was read from") {
  CHECK(written("csv").text == kTrace);
  CHECK(written("csv").dropped.empty());
  CHECK(written("arsm").dropped.empty());
}

TEST_CASE("The native binary holds the texts that its events use, in the order of use, and no other") {
  traces::StringTable strings;
  static_cast<void>(strings.intern("of a row that was read and left out"));
  const traces::Tag later = strings.intern("later");
  const traces::Tag first = strings.intern("first");
  std::vector<traces::Event> events(4);
  events[0].tag = first;
  events[2].tag = later;
  events[3].tag = first;
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i].id = i;
    events[i].kind = traces::EventKind::alloc;
  }
  std::ostringstream out;
  for (const traces::WriterRow* row : traces::writers()) {
    if (row->name == "arsm") {
      const auto writer = row->make(out, strings);
      writer->take(std::span{events}.first(1));
      writer->take(std::span{events}.subspan(1));
      writer->finish();
    }
  }
  const ReadText read = read_text(out.str());
  REQUIRE(read.events.size() == 4);
  CHECK(read.contents.strings.size() == 3);
  CHECK(read.contents.strings.text(traces::Tag{1}) == "first");
  CHECK(read.contents.strings.text(traces::Tag{2}) == "later");
  CHECK(read.events[0].tag == traces::Tag{1});
  CHECK(read.events[1].tag == traces::Tag{});
  CHECK(read.events[2].tag == traces::Tag{2});
  CHECK(read.events[3].tag == traces::Tag{1});
}

TEST_CASE("RMM CSV keeps allocs, frees, failures, sizes and streams, and says what it cannot hold") {
  const Written rmm = written("rmm");
  CHECK(rmm.dropped == Dropped{{"preexisting", 1}, {"free_requested", 1}, {"marker", 1}, {"cleanup", 1}, {"tag", 2}});
  const ReadText read = read_text(rmm.text);
  CHECK(read.contents.import.format == "rmm");
  CHECK(read.events.size() == 6);
  CHECK(read.contents.import.live_peak_bytes == 5096);
  CHECK(read.contents.import.live_end_count == 1);
  CHECK(read.count(traces::EventKind::oom) == 1);
  CHECK(read.events[1].stream == core::StreamId{1});
}

TEST_CASE("Interval CSV keeps lives and sizes in the order of events") {
  const Written intervals = written("intervals");
  CHECK(intervals.text == "id,lower,upper,size\n9,1,3,1000\n4,0,7,4096\n2,4,9,0\n");
  CHECK(intervals.dropped.at("time") == 9);
  const ReadText read = read_text(intervals.text);
  CHECK(read.contents.import.live_peak_bytes == 5096);
}

TEST_CASE("Chrome trace events keep addresses, sizes, times and markers") {
  const Written kineto = written("kineto");
  CHECK(kineto.dropped == Dropped{{"preexisting", 1},
                                  {"free_requested", 1},
                                  {"oom", 1},
                                  {"cleanup", 1},
                                  {"stream", 3},
                                  {"tag", 2},
                                  {"zero_size", 1}});
  CHECK(kineto.text.find("\"ts\":3.000,\"name\":\"[memory]\"") != std::string::npos);
  CHECK(kineto.text.find("\"Bytes\":-1000,\"Total Allocated\":4096") != std::string::npos);
  CHECK(kineto.text.find("\"name\":\"step \\\"2\\\"\"") != std::string::npos);
}

TEST_CASE("Chrome trace events are read back as the blocks they were written from, each at its time") {
  using traces::EventKind;
  const ReadText read = read_text(written("kineto").text);
  CHECK(read.contents.import.format == "kineto");
  CHECK(read.contents.import.repairs.unmatched_frees == 0);
  CHECK(read.contents.import.repairs.double_allocs == 0);
  CHECK(read.contents.import.live_peak_bytes == 5096);
  CHECK(read.contents.import.live_end_count == 0);
  std::vector<std::tuple<EventKind, std::uint64_t, std::uint64_t>> events;
  events.reserve(read.events.size());
  for (const traces::Event& event : read.events) {
    events.emplace_back(event.kind, event.time.time_since_epoch().count(), event.size.count());
  }
  CHECK(events == decltype(events){{EventKind::alloc, 0, 4096},
                                   {EventKind::alloc, 1000, 1000},
                                   {EventKind::free, 3000, 1000},
                                   {EventKind::free, 6000, 4096}});
}

}  // namespace
}  // namespace arenasim::tests
