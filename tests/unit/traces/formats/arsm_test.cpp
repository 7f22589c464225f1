#include "traces/formats/arsm.hpp"

#include <catch2/catch.hpp>

#include <sstream>

#include <fmt/format.h>

#include "tests/support/read_text.hpp"
#include "tests/support/temporary_file.hpp"
#include "traces/arsm_layout.hpp"
#include "traces/event_columns.hpp"
#include "traces/varint.hpp"
#include "traces/writer.hpp"

namespace arenasim::tests {
namespace {

using traces::EventColumn;

const std::string kExample =
    "time_ns,event,id,size,stream,tag\n"
    "0,preexisting,0,4096,0,weights\n"
    "0,alloc,1,1000,0,\"conv, fwd\"\n"
    "250,free_requested,1,,0,\n"
    "900,free_completed,1,,0,\n"
    "1000,marker,,,,step 2\n";

const std::string kEverything =
    "time_ns,event,id,size,stream,tag,device,device_free\n"
    "0,preexisting,18446744073709551615,4096,-3,\"a\"\"b\",0,\n"
    "5,alloc,7,0,2147483647,,-1,\n"
    "5,oom,,18446744073709551615,0,,0,0\n"
    "6,cleanup,,,1,pool,1,\n"
    "18446744073709551615,free,7,,0,\"x\ny\",-1,\n";

/// What `text` is when it is written in a format.
std::string written(const std::string& text, std::string_view format) {
  PiecewiseSource source{text, 1000};
  std::ostringstream out;
  for (const traces::WriterRow* row : traces::writers()) {
    if (row->name == format) {
      traces::TraceContents contents;
      const auto writer = row->make(out, contents.strings);
      traces::ReadOptions options;
      options.device = traces::AllDevices{};
      traces::read_source(source, {}, options, *writer, contents);
      writer->finish();
    }
  }
  return out.str();
}

/// Many small blocks cannot be had from the writer, so a long trace gives several.
std::string long_trace(std::size_t allocs) {
  std::string text = "time_ns,event,id,size,stream,tag\n";
  for (std::size_t id = 0; id < allocs; ++id) {
    text += fmt::format("{0},alloc,{0},{1},0,\n", id, id * 37 % 5000);
    if (id % 3 != 0) {
      text += fmt::format("{0},free,{0},,0,\n", id);
    }
  }
  return text;
}

/// The file with its header's checksum made right again.
std::string with_header_sum(std::string file) {
  std::string sum;
  traces::append_little(sum, traces::arsm_checksum(std::string_view{file}.substr(0, 92)));
  return file.replace(92, 4, sum);
}

/// The file with the checksum of the block at `offset` made right again.
std::string with_block_sum(std::string file, std::size_t offset) {
  const auto stored = traces::little_at<std::uint32_t>(file, offset + 36);
  const std::string_view bytes = file;
  std::string sum;
  traces::append_little(sum, traces::arsm_checksum(bytes.substr(offset, 44), bytes.substr(offset + 48, stored)));
  return file.replace(offset + 44, 4, sum);
}

std::size_t block_offset(const std::string& file, std::uint64_t number) {
  std::size_t offset = traces::kArsmHeaderBytes;
  for (; number > 0; --number) {
    offset += traces::kArsmBlockHeaderBytes + traces::little_at<std::uint32_t>(file, offset + 36);
  }
  return offset;
}

TEST_CASE("CSV to binary to CSV gives the same bytes") {
  for (const std::string& text : {kExample, kEverything, long_trace(50'000)}) {
    const std::string binary = written(text, "arsm");
    CHECK(written(binary, "csv") == text);
    CHECK(written(binary, "arsm") == binary);
  }
}

TEST_CASE("The example's columns are the bytes that the format's page gives") {
  const ReadText read = read_text(kExample);
  const auto block = traces::encode_events(read.events);
  const auto hex = [&block](EventColumn column) {
    std::string text;
    for (const char byte : block.columns[static_cast<std::size_t>(column)]) {
      constexpr std::string_view digits = "0123456789abcdef";
      text += digits[static_cast<unsigned char>(byte) >> 4U];
      text += digits[static_cast<unsigned char>(byte) & 15U];
    }
    return text;
  };
  CHECK(hex(EventColumn::time) == "0000fa018a0564");
  CHECK(hex(EventColumn::kind) == "0501030406");
  CHECK(hex(EventColumn::id) == "00020000");
  CHECK(hex(EventColumn::size) == "8020e807");
  CHECK(hex(EventColumn::stream) == "0005");
  CHECK(hex(EventColumn::device) == "0005");
  CHECK(hex(EventColumn::tag) == "0102000003");
  CHECK(traces::arsm_checksum("123456789") == 0xCBF43926U);
}

TEST_CASE("A binary file cut anywhere is truncated, and lenient gives whole blocks before the cut") {
  const std::string whole = written(kExample, "arsm");
  for (std::size_t length = 4; length < whole.size(); ++length) {
    CAPTURE(length);
    const auto error = error_of(whole.substr(0, length), "arsm");
    REQUIRE(error);
    CHECK(name(error->error_class()) == "truncated");
    CHECK(place_of(*error) == tests::at_offset(length));
    try {
      const ReadText read = read_text(whole.substr(0, length), "arsm", lenient());
      CHECK(read.events.size() == 5);
      CHECK(read.contents.import.repairs.truncated_tail);
    } catch (const traces::InputError&) {  // before the first block's end
    }
  }
}

TEST_CASE("A long file cut inside a block keeps the blocks before it when lenient") {
  const std::string whole = written(long_trace(150'000), "arsm");
  const std::string cut = whole.substr(0, block_offset(whole, 3) + 60);
  CHECK(place_of(error_of(cut).value()) == tests::at_offset(cut.size()));
  const ReadText read = read_text(cut, {}, lenient());
  CHECK(read.events.size() == std::size_t{3} * 65'536);
  CHECK(read.contents.import.repairs.truncated_tail);
}

TEST_CASE("Damaged binary files are refused with block and offset") {
  const std::string whole = written(long_trace(150'000), "arsm");
  const std::size_t second = block_offset(whole, 1);

  std::string major = whole;
  major[4] = 2;
  CHECK(name(error_of(major)->error_class()) == "unsupported");
  CHECK(place_of(error_of(major).value()) == "@4");

  std::string minor = whole;
  minor[6] = 9;
  CHECK_FALSE(error_of(with_header_sum(minor)));
  CHECK(name(error_of(minor)->error_class()) == "checksum");

  std::string flipped = whole;
  flipped[second + 100] ^= 4;
  CHECK(name(error_of(flipped)->error_class()) == "checksum");
  CHECK(place_of(error_of(flipped).value()) == tests::at_offset(second) + " block 1");
  CHECK(read_text(flipped, {}, lenient()).events.size() == 65'536);

  std::string large = whole;
  large.replace(second + 32, 4, "\xFF\xFF\xFF\xFF");
  large = with_block_sum(large, second);
  CHECK(name(error_of(large)->error_class()) == "limit");
  CHECK(place_of(error_of(large).value()) == tests::at_offset(second + 32) + " block 1");

  std::string counts = whole;
  counts[16] ^= 1;
  CHECK(name(error_of(with_header_sum(counts))->error_class()) == "inconsistent");
  CHECK(name(error_of(whole + "x")->error_class()) == "truncated");
}

/// The example's only block with another payload; what stands behind it no longer fits, which comes after.
std::string with_columns(const std::array<std::string, 7>& columns, std::uint32_t events) {
  std::string raw;
  for (const std::string& column : columns) {
    traces::append_little(raw, static_cast<std::uint32_t>(column.size()));
  }
  for (const std::string& column : columns) {
    raw += column;
  }
  const traces::ArsmBlockHeader block{.events = events,
                                      .raw_bytes = static_cast<std::uint32_t>(raw.size()),
                                      .stored_bytes = static_cast<std::uint32_t>(raw.size())};
  traces::ArsmHeader header;
  header.block_count = 1;
  header.events_per_block = 65'536;
  const std::string body = traces::arsm_block_header_bytes(block, raw) + raw;
  header.index_offset = traces::kArsmHeaderBytes + body.size();
  header.file_bytes = header.index_offset + traces::kArsmTrailerBytes;
  std::string trailer;
  traces::append_little(trailer, header.index_offset);
  traces::append_little(trailer, traces::arsm_checksum(trailer));
  return traces::arsm_header_bytes(header) + body + trailer + std::string{traces::kArsmTrailerMagic};
}

TEST_CASE("Columns that do not hold what they must are refused with their name") {
  using namespace std::string_literals;  // NOLINT(google-build-using-namespace): texts with NUL bytes
  struct Bad {
    std::string column;
    std::array<std::string, 7> columns;
  };
  const std::string zero_run = "\0\1"s;
  const std::string eleven(10, '\x80');
  const std::vector<Bad> bad{
      {"column time", {eleven + "\1"s, "\1", "\0"s, "\1", zero_run, zero_run, ""}},
      {"column time", {"\x80\0"s, "\1", "\0"s, "\1", zero_run, zero_run, ""}},
      {"column time", {"", "\1", "\0"s, "\1", zero_run, zero_run, ""}},
      {"column time", {"\0\0"s, "\1", "\0"s, "\1", zero_run, zero_run, ""}},
      {"column kind", {"\0"s, "\x09", "\0"s, "\1", zero_run, zero_run, ""}},
      {"column kind", {"\0"s, "\0"s, "\0"s, "\1", zero_run, zero_run, ""}},
      {"column stream", {"\0"s, "\1", "\0"s, "\1", "\0\2"s, zero_run, ""}},
      {"column device", {"\0"s, "\1", "\0"s, "\1", zero_run, "\0\0"s, ""}},
      {"event 0", {"\0"s, "\2", "\0"s, "", zero_run, zero_run, ""}},
  };
  for (const Bad& row : bad) {
    const auto error = error_of(with_columns(row.columns, 1));
    REQUIRE(error);
    CAPTURE(error->what());
    CHECK(name(error->error_class()) == "syntax");
    CHECK(place_of(*error) == "@96 block 0 " + row.column);
  }
  const auto twice = error_of(with_columns({"\0\0"s, "\1\1", "\0\0"s, "\1\1", "\0\2"s, "\0\2"s, ""}, 2));
  CHECK(place_of(twice.value()) == "@96 block 0 event 1");
}

}  // namespace
}  // namespace arenasim::tests
