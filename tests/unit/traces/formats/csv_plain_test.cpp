#include "traces/formats/csv_plain.hpp"

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <catch2/catch.hpp>

#include "tests/support/piecewise_source.hpp"
#include "traces/string_table.hpp"

namespace arenasim::traces {
namespace {

std::string digits(std::mt19937_64& random, std::size_t most) {
  std::string text;
  for (std::size_t count = random() % (most + 1); count != 0; --count) {
    text += static_cast<char>('0' + random() % 10);
  }
  return text;
}

std::string some_row(std::mt19937_64& random, std::string_view rest) {
  const std::array<std::string, 6> kinds{"alloc", "free", "alloc", "free", "alloc", "fre"};
  const bool odd = random() % 20 == 0;
  std::string row = digits(random, odd ? 22 : 15) + "," + kinds[random() % (odd ? 6 : 5)] + "," +
                    digits(random, odd ? 22 : 12) + "," + (random() % 3 == 0 ? "" : digits(random, odd ? 22 : 9)) +
                    "," + (random() % 30 == 0 ? "-" : "") + digits(random, odd ? 12 : 2) + std::string{rest};
  if (random() % 200 == 0) {
    row[random() % row.size()] = static_cast<char>(random() % 128);
  }
  return row + (random() % 8 == 0 ? "\r\n" : "\n");
}

void check_same(const BlockRecord& block, const CsvRow& row) {
  REQUIRE(block.time.time_since_epoch().count() == row.time);
  REQUIRE(block.begins == (row.kind == EventKind::alloc));
  REQUIRE(block.key == row.id);
  REQUIRE(block.has_size == row.has_size);
  REQUIRE(block.size == row.size);
  REQUIRE(block.has_stream == (block.begins || row.has_stream));
  REQUIRE(block.stream == row.stream);
  REQUIRE(block.device == row.device);
}

/// Reads the rows of a text as blocks, and each for itself beside. Says how many were blocks.
std::size_t check_rows(const std::string& text) {
  tests::PiecewiseSource source{text, text.size()};
  LineReader lines{source, false};
  RecordReader records{lines};
  REQUIRE(records.next());
  const PlainRows plain{CsvHeader{records}};
  StringTable strings;
  CsvTags tags{strings};
  std::array<BlockRecord, 8> blocks;
  std::size_t count = 0;
  std::string_view rest = lines.at_hand();
  while (!rest.empty()) {
    const PlainRows::Blocks done = plain.parse_blocks(rest, tags, blocks);
    CsvRow row;
    for (std::size_t at = 0; at < done.count; ++at) {
      const char* const next_line = plain.parse(rest, row);
      REQUIRE(next_line != nullptr);
      check_same(blocks[at], row);
      REQUIRE(strings.text(blocks[at].tag) == row.tag);
      rest.remove_prefix(static_cast<std::size_t>(next_line - rest.data()));
    }
    REQUIRE(rest.data() == done.next_line);
    count += done.count;
    if (done.count < blocks.size() && !rest.empty()) {
      REQUIRE(plain.parse(rest, row) == nullptr);
      rest.remove_prefix(rest.find('\n') + 1);
    }
  }
  return count;
}

}  // namespace

TEST_CASE("Allocs and frees are read at once as each for itself, however long their fields are") {
  std::mt19937_64 random{3};
  const std::array<std::pair<std::string, std::string>, 4> columns{
      {{"", ""}, {",tag", ",forward"}, {",device,tag", ",1,"}, {",note", ",\"quoted\""}}};
  for (const auto& [names, values] : columns) {
    std::string text = "time_ns,event,id,size,stream" + names + "\n";
    for (int row = 0; row < 4'000; ++row) {
      text += some_row(random, values);
    }
    CHECK((check_rows(text) > 2'000) == (names != ",note"));
  }
}

}  // namespace arenasim::traces
