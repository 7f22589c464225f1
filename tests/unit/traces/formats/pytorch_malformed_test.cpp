#include <cstddef>
#include <string>

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"
#include "tests/support/temporary_file.hpp"
#include "tests/unit/traces/formats/snapshot_of.hpp"
#include "tests/unit/traces/pickle/bytes_of.hpp"

namespace arenasim::traces {
namespace {

using tests::block;
using tests::bytes;
using tests::check_error;
using tests::dict;
using tests::error_of;
using tests::event;
using tests::full_segment;
using tests::lenient;
using tests::list;
using tests::number;
using tests::one_device;
using tests::pickled;
using tests::proto;
using tests::read_text;
using tests::segment;
using tests::snapshot;
using tests::text;

TEST_CASE("Malformed pickles of the corpus are refused with class and position") {
  check_error(proto() + "cos\nsystem\n(tR.", ErrorClass::unsupported, "@2");  // 29
  CHECK(std::string(error_of(proto() + "cos\nsystem\n(tR.")->what()).find("GLOBAL") != std::string::npos);
  check_error("(dp0\nS'segments'\np1\n(lp2\ns.", ErrorClass::unsupported, "@0");  // 30
  check_error(bytes({0x80, 9}) + "}.", ErrorClass::unsupported, "@1");            // 31
  const std::string whole = one_device({event("alloc", 64, 1, 1)});
  check_error(whole.substr(0, whole.size() - 1), ErrorClass::truncated, tests::at_offset(whole.size() - 1));  // 32
  check_error(proto() + "h" + bytes({7}) + ".", ErrorClass::syntax, "@2");                                    // 33
  check_error(proto() + bytes({0x8D, 0, 0, 0, 0, 0, 0, 0, 0x80}) + ".", ErrorClass::limit, "@2");             // 34
  check_error(proto() + bytes({0x8A, 10, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}) + ".", ErrorClass::range, "@2");      // 35
  const std::string itself = snapshot(list({}), std::string{"]\x94h"} + bytes({0}) + "a");
  check_error(itself, ErrorClass::limit, tests::at_offset(itself.size() - 1) + " device_traces[0]");  // 36
  check_error(pickled(text("segments")), ErrorClass::unknown_format, "@12");                          // 37
}

TEST_CASE("Malformed events of a snapshot are refused at their place, and skipped where lenient") {
  const std::string no_address = dict({"action", text("alloc"), "size", number(8), "time_us", number(2)});
  const std::string text_size =
      dict({"action", text("alloc"), "addr", number(8), "size", text("8"), "time_us", number(2)});
  const std::string negative = event("alloc", 8, -8, 2);
  const std::string no_action = dict({"addr", number(8), "size", number(8)});
  struct Row {
    std::string event;
    ErrorClass error_class;
    std::string skipped;
  };
  for (const Row& row : {Row{no_address, ErrorClass::missing_field, "missing_field.addr"},  // 38
                         Row{text_size, ErrorClass::bad_value, "bad_value.size"},           // 39
                         Row{negative, ErrorClass::range, "range.size"},
                         Row{no_action, ErrorClass::missing_field, "missing_field.action"},
                         Row{"N", ErrorClass::bad_value, "bad_value"}}) {
    const std::string file = one_device({event("alloc", 64, 1, 1), row.event, event("alloc", 72, 1, 3)});
    check_error(file, row.error_class, "device_traces[0][1]");
    const auto read = read_text(file, {}, lenient());
    CHECK(read.events.size() == 2);
    CHECK(read.contents.import.skipped.at(row.skipped) == 1);
  }
}

TEST_CASE("Segments whose blocks do not fill them are inconsistent, lenient or not") {
  const std::string events = list({list({event("alloc", 64, 1, 1)})});
  const auto refuse = [&](const std::string& blocks) {
    const std::string file = snapshot(list({full_segment(), segment(64, 1024, blocks)}), events);
    check_error(file, ErrorClass::inconsistent, "segments[1]");
    CHECK(error_of(file, {}, lenient()));
  };
  refuse(list({block(64, 1024, 0, "inactive"), block(1088, 512, 0, "inactive")}));  // 40
  refuse(list({block(64, 512, 0, "inactive")}));
  refuse(list({block(64, 512, 0, "inactive"), block(512, 512, 0, "inactive")}));
}

TEST_CASE("A small snapshot cut at every byte is an error, never anything else") {
  const std::string whole = snapshot(
      list({full_segment()}), list({list({event("alloc", 4608, 500, 12), event("free_requested", 4608, 500, 13)})}));
  CHECK_NOTHROW(read_text(whole));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CHECK(error_of(whole.substr(0, length)));
    CHECK(error_of(whole.substr(0, length), "pytorch", lenient()));
  }
}

}  // namespace
}  // namespace arenasim::traces
