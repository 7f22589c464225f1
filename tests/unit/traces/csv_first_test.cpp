#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"

namespace arenasim::tests {
namespace {

using traces::EventKind;

TEST_CASE("The example of the native CSV section is read as it says") {
  const std::string text =
      "# arenasim trace, bytes and ns\n"
      "time_ns,event,id,size,stream,tag\n"
      "0,preexisting,7,4096,0,weights\n"
      "0,alloc,1,1000,0,\"conv, fwd\"\n"
      "250,free_requested,1,,0,\n"
      "900,free_completed,1,,,\n"
      "1000,marker,,,,step 2\n"
      "1200,oom,,8589934592,0,\n";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
    const ReadText read = read_text(text, {}, {}, piece);
    REQUIRE(read.events.size() == 6);
    CHECK(read.contents.import.format == "csv");
    CHECK(read.contents.import.clock == "ns");
    CHECK(read.events[0].id == 7);
    CHECK(read.tag(1) == "conv, fwd");
    CHECK(read.events[3].kind == EventKind::free_completed);
    CHECK(read.events[3].size == core::Bytes{1000});
    CHECK(read.tag(4) == "step 2");
    CHECK(read.events[5].size == core::Bytes{8589934592});
    CHECK(read.contents.import.live_peak_bytes == 5096);
    CHECK(read.contents.import.live_end_count == 1);
    CHECK(read.contents.import.records.read == 6);
  }
}

}  // namespace
}  // namespace arenasim::tests
