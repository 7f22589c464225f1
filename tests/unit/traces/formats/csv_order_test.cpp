// Rows whose columns begin as we write them are read in a way of their own; behind another column they are not, and
// must come to the same.
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <variant>

#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"
#include "tests/support/read_text.hpp"

namespace arenasim::tests {
namespace {

/// What came of reading a text.
struct Outcome {
  std::string events;
  std::string error;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

Outcome outcome(const std::string& text, const traces::ReadOptions& options) {
  try {
    const ReadText read = read_text(text, "csv", options, 97);
    const traces::Repairs& repairs = read.contents.import.repairs;
    const traces::Records& records = read.contents.import.records;
    return {fmt::format("{}{} mismatches, {} unmatched, {} read, {} skipped", text_of(read), repairs.size_mismatches,
                        repairs.unmatched_frees, records.read, records.skipped),
            {}};
  } catch (const traces::InputError& error) {
    const auto* place = std::get_if<traces::LinePosition>(&error.position());
    return {{},
            fmt::format("{} {}", name(error.error_class()), error.field()),
            place != nullptr ? place->line : 0,
            place != nullptr ? place->column : 0};
  }
}

/// Reads header and rows as they are, and with a column in front of all.
void check_alike(const std::string& header, const std::string& rows, const traces::ReadOptions& options) {
  std::string moved = "note," + header + "\n,";
  for (const char byte : rows.substr(0, rows.size() - 1)) {
    moved += byte;
    moved += byte == '\n' ? "," : "";
  }
  const Outcome first = outcome(header + "\n" + rows, options);
  const Outcome judge = outcome(moved + "\n", options);
  CAPTURE(header, rows);
  CHECK(first.events == judge.events);
  CHECK(first.error == judge.error);
  CHECK(first.line == judge.line);
  CHECK(first.column == (judge.column == 0 ? 0 : judge.column - 1));
}

std::string drawn_number(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return "";
    case 1:
      return std::to_string(random());
    case 2:
      return "9" + std::to_string(random());
    default:
      return std::to_string(random() % (std::uint64_t{1} << random() % 64));
  }
}

/// Most are whole. `columns`: how many.
std::string drawn_row(std::mt19937_64& random, std::size_t columns) {
  constexpr std::array<std::string_view, 8> words{"alloc",          "free",  "alloc",  "free",
                                                  "free_requested", "frees", "marker", "allo"};
  constexpr std::array<std::string_view, 8> streams{"0", "7", "", "12", "-1", "-", "2147483648", "+1"};
  constexpr std::array<std::string_view, 4> rest{"", "1", "a b", "99999999999"};
  std::string row = (random() % 4 == 0 ? drawn_number(random) : "9") + ',' +
                    std::string{words.at(random() % 4 == 0 ? random() % 8 : random() % 4)} + ',';
  row += (random() % 2 == 0 ? std::to_string(random() % 8) : drawn_number(random)) + ',' + drawn_number(random) + ',';
  row += streams.at(random() % 4 == 0 ? random() % 8 : random() % 3);
  for (std::size_t column = 5; column < columns; ++column) {
    row += "," + std::string{rest.at(random() % 16 == 0 ? random() % 4 : random() % 2)};
  }
  constexpr std::string_view marks{" ,x-+.0'\t\r#\0\xFF", 13};
  if (random() % 2 == 0) {
    const std::size_t at = 1 + random() % (row.size() - 1);
    row.replace(at, random() % 2, 1, marks.at(random() % marks.size()));
  }
  return row;
}

const std::array kHeaders{std::string{"time_ns,event,id,size,stream"}, std::string{"time_ns,event,id,size,stream,tag"},
                          std::string{"time_ns,event,id,size,stream,device,more"},
                          std::string{"time_ns,event,id,size,stream,tag,device,device_free"}};
constexpr std::array<std::size_t, 4> kColumns{5, 6, 7, 8};

TEST_CASE("A row of native CSV is read alike wherever its columns stand, or refused for the same at the same place") {
  std::mt19937_64 random{11};
  for (int round = 0; round < 4000; ++round) {
    const std::size_t shape = random() % kHeaders.size();
    const std::string good = "9,alloc,3,70,0" + std::string(kColumns.at(shape) - 5, ',') + '\n';
    check_alike(kHeaders.at(shape), good + drawn_row(random, kColumns.at(shape)) + '\n', {});
  }
}

TEST_CASE("Rows of native CSV are passed over alike wherever their columns stand") {
  std::mt19937_64 random{12};
  for (int round = 0; round < 40; ++round) {
    const std::size_t shape = random() % kHeaders.size();
    std::string rows = "9,alloc,3,70,0" + std::string(kColumns.at(shape) - 5, ',') + '\n';
    for (int row = 0; row < 200; ++row) {
      rows += drawn_row(random, kColumns.at(shape)) + '\n';
    }
    check_alike(kHeaders.at(shape), rows, lenient());
  }
}

TEST_CASE("Rows of native CSV are read alike where very many blocks are live") {
  for (const std::uint64_t step : {std::uint64_t{1}, 0x9E3779B97F4A7C15U}) {
    std::mt19937_64 random{13};
    std::string rows;
    for (std::uint64_t block = 0; block < 20'000; ++block) {
      rows += fmt::format("1,alloc,{},8,0\n", block * step);
    }
    for (int row = 0; row < 20'000; ++row) {
      const std::uint64_t id = random() % 20'000 * step;
      rows += random() % 2 == 0 ? fmt::format("2,free,{},,0\n", id) : fmt::format("2,alloc,{},9,0\n", id);
    }
    check_alike(kHeaders.front(), rows, {});
  }
}

}  // namespace
}  // namespace arenasim::tests
