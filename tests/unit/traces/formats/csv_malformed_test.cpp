#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"

namespace arenasim::tests {
namespace {

using namespace std::string_literals;  // NOLINT(google-build-using-namespace): texts with NUL bytes

enum class Lenient : std::uint8_t { same_error, skips, clamps };

/// A row of spec/formats.md 15: what is read, and what must be said of it.
struct Malformed {
  std::string shows;
  std::string text;
  std::string error_class;
  std::string place;
  std::string field;
  Lenient lenient = Lenient::same_error;
  std::string skipped_as = {};  // key of `skipped`
  std::string format = {};
};

const std::string kHeader = "time_ns,event,id,size,stream,tag\n";
const std::string kGood = "0,alloc,1,100,0,a\n";

std::string after_good(const std::string& row) {
  return kHeader + kGood + row;
}

/// Wrong shapes: files, headers, quotes, order.
std::vector<Malformed> malformed_shapes() {
  return {
      {"an empty file", "", "unknown_format", "@0", ""},
      {"a header without size", "event,id\nalloc,1\n", "missing_field", ":1", "size", Lenient::same_error, "", "csv"},
      {"two id columns", "event,id,size,ID\nalloc,1,1,1\n", "syntax", ":1:15", "id"},
      {"a field too few", after_good("5,alloc,2,7,0\n"), "syntax", ":3:14", "", Lenient::skips, "syntax"},
      {"a field too many", after_good("5,alloc,2,7,0,a,b\n"), "syntax", ":3:17", "", Lenient::skips, "syntax"},
      {"a quote never closed", after_good("5,alloc,2,7,0,\"abc\n6,free,1,,,\n"), "syntax", ":3:15", ""},
      {"a quote inside a plain field", after_good("5,alloc,2,7,0,ab\"c\n"), "syntax", ":3:17", "", Lenient::skips,
       "syntax"},
      {"text behind a closing quote", after_good("5,alloc,2,7,0,\"ab\"c\n"), "syntax", ":3:19", "", Lenient::skips,
       "syntax"},
      {"preexisting after an alloc", after_good("5,preexisting,2,7,0,\n"), "inconsistent", ":3", "event",
       Lenient::skips, "inconsistent.event"},
      {"time that falls", kHeader + "500,alloc,1,100,0,\n400,alloc,2,7,0,\n", "inconsistent", ":3", "time_ns",
       Lenient::clamps, ""},
      {"a line of 17 MiB", after_good("5,alloc,2,7,0," + std::string(17U << 20U, 'a') + "\n"), "limit", ":3", ""},
      {"comments and a header alone", "# nothing\n" + kHeader + "# nor here\n", "empty", ":3", ""},
      {"UTF-16 with a BOM", "\xFF\xFEt\0i\0"s, "encoding", "@0", ""},
      {"UTF-16 with a BOM and a format", "\xFF\xFEt\0i\0"s, "encoding", "@0", "", Lenient::same_error, "", "csv"},
      {"no line at all", "# nothing\n", "missing_field", ":1", "event", Lenient::same_error, "", "csv"},
  };
}

/// Wrong values in a row.
std::vector<Malformed> malformed_values() {
  return {
      {"a size with a unit", after_good("5,alloc,2,12kb,0,\n"), "bad_value", ":3:11", "size", Lenient::skips,
       "bad_value.size"},
      {"a size over 2^64-1", after_good("5,alloc,2,18446744073709551616,0,\n"), "range", ":3:11", "size",
       Lenient::skips, "range.size"},
      {"a negative size", after_good("5,alloc,2,-1,0,\n"), "range", ":3:11", "size", Lenient::skips, "range.size"},
      {"an unknown event", after_good("5,malloc,2,7,0,\n"), "bad_value", ":3:3", "event", Lenient::skips,
       "bad_value.event"},
      {"a tag that is not UTF-8", after_good("5,alloc,2,7,0,ab\xFF\n"), "encoding", ":3:17", "tag", Lenient::skips,
       "encoding.tag"},
      {"a quoted tag that is not UTF-8", after_good("5,alloc,2,7,0,\"a\"\"\nb\xC3\"\n"), "encoding", ":4:2", "tag",
       Lenient::skips, "encoding.tag"},
      {"live bytes past 2^64-1", kHeader + "0,alloc,1,9223372036854775808,0,\n0,alloc,2,9223372036854775808,0,\n",
       "range", ":3", ""},
      {"a NUL byte", after_good("5,alloc,2,7,0,a\0b\n"s), "syntax", ":3:16", "", Lenient::skips, "syntax"},
      {"a NUL byte in a number", after_good("5,alloc,2\0,7,0,a\n"s), "syntax", ":3:10", "", Lenient::skips, "syntax"},
      {"an alloc without a size", after_good("5,alloc,2,,0,\n"), "missing_field", ":3:11", "size", Lenient::skips,
       "missing_field.size"},
      {"an alloc without an id", after_good("5,alloc,,7,0,\n"), "missing_field", ":3:9", "id", Lenient::skips,
       "missing_field.id"},
      {"a row without time", after_good(",alloc,2,7,0,\n"), "missing_field", ":3:1", "time_ns", Lenient::skips,
       "missing_field.time_ns"},
      {"a row without event", after_good("5,,2,7,0,\n"), "missing_field", ":3:3", "event", Lenient::skips,
       "missing_field.event"},
      {"a stream over 32 bits", after_good("5,alloc,2,7,2147483648,\n"), "range", ":3:13", "stream", Lenient::skips,
       "range.stream"},
      {"a tag over 4096 bytes", after_good("5,alloc,2,7,0," + std::string(4097, 'a') + "\n"), "limit", ":3:4111",
       "tag"},
      {"a time with a point", after_good("5.5,alloc,2,7,0,\n"), "bad_value", ":3:1", "time_ns", Lenient::skips,
       "bad_value.time_ns"},
  };
}

void check_lenient(const Malformed& row) {
  if (row.lenient == Lenient::same_error) {
    const auto error = error_of(row.text, row.format, lenient());
    REQUIRE(error);
    CHECK(name(error->error_class()) == row.error_class);
    return;
  }
  const ReadText read = read_text(row.text, row.format, lenient());
  const auto& import = read.contents.import;
  if (row.lenient == Lenient::clamps) {
    CHECK(read.events.size() == 2);
    CHECK(import.repairs.clamped_times == 1);
    return;
  }
  CHECK(read.events.size() == 1);
  CHECK(import.skipped == std::map<std::string, std::uint64_t>{{row.skipped_as, 1}});
  CHECK(import.records.read == 2);
}

TEST_CASE("Malformed native CSV is refused with its class and place, or skipped and counted") {
  std::vector<Malformed> rows = malformed_shapes();
  const std::vector<Malformed> values = malformed_values();
  rows.insert(rows.end(), values.begin(), values.end());
  for (const Malformed& row : rows) {
    DYNAMIC_SECTION(row.shows) {
      const auto error = error_of(row.text, row.format);
      REQUIRE(error);
      CAPTURE(error->what());
      CHECK(name(error->error_class()) == row.error_class);
      CHECK(place_of(*error) == row.place);
      CHECK(error->field() == row.field);
      check_lenient(row);
    }
  }
}

TEST_CASE("A skipped row does not hide the ones after it") {
  const ReadText read =
      read_text(after_good("5,alloc,2,12kb,0,\n6,alloc,\"3,7,0,a\nb\"\"c\",1,2,3\n7,free,1,,,\n"), {}, lenient());
  CHECK(read.events.size() == 2);
  CHECK(read.contents.import.records.skipped == 2);
}

}  // namespace
}  // namespace arenasim::tests
