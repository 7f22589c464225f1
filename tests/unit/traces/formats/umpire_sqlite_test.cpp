#include "traces/formats/umpire_sqlite.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <sqlite3.h>
#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"

namespace arenasim::traces {
namespace {

using tests::error_of;
using tests::lenient;
using tests::place_of;
using tests::read_text;

constexpr std::size_t kPageBytes = 512;

/// The bytes of a database on which these statements were run.
std::string database(const std::string& statements) {
  sqlite3* made = nullptr;
  REQUIRE(sqlite3_open(":memory:", &made) == SQLITE_OK);
  const std::string all = "PRAGMA page_size = 512;" + statements;
  REQUIRE(sqlite3_exec(made, all.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_int64 size = 0;
  unsigned char* const serialized = sqlite3_serialize(made, "main", &size, 0);
  REQUIRE(serialized != nullptr);
  std::string bytes(reinterpret_cast<const char*>(serialized), static_cast<std::size_t>(size));
  sqlite3_free(serialized);
  sqlite3_close(made);
  return bytes;
}

std::string insert(const std::string& event) {
  return "INSERT INTO EVENTS VALUES ('" + event + "');";
}

std::string allocation(int number) {
  return insert(R"({"category":"operation","name":"allocate","numeric_args":{"size":64},"string_args":{"pointer":"0x)" +
                std::to_string(number) + R"("},"timestamp":5})");
}

const std::string kTable = "CREATE TABLE EVENTS (EVENT JSON);";

std::string many_rows() {
  std::string statements = kTable;
  for (int row = 100; row < 200; ++row) {
    statements += allocation(row);
  }
  return statements;
}

void check_refused(const std::string& file, ErrorClass error_class, const std::string& field = {}) {
  for (const ReadOptions& options : {ReadOptions{}, lenient()}) {
    const std::optional<InputError> error = error_of(file, "umpire-sqlite", options);
    REQUIRE(error);
    CAPTURE(error->what());
    CHECK(name(error->error_class()) == name(error_class));
    CHECK(place_of(*error).empty());
    CHECK(error->field() == field);
  }
}

TEST_CASE("Rows of an Umpire database are read in their order and found by content") {
  const auto read = read_text(database(many_rows()));
  CHECK(read.contents.import.format == "umpire-sqlite");
  CHECK(read.count(EventKind::alloc) == 100);
}

TEST_CASE("A malformed row of an Umpire database is refused by its number, and skipped where lenient") {
  const std::string file = database(kTable + allocation(1) + insert("{}") + allocation(2));
  const std::optional<InputError> error = error_of(file);
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::missing_field);
  CHECK(place_of(*error) == " row 2");
  CHECK(read_text(file, {}, lenient()).events.size() == 2);
}

TEST_CASE("A database without a table of events, or with something else in its place, is refused") {
  check_refused(database("CREATE TABLE OTHER (EVENT JSON);"), ErrorClass::missing_field, "EVENTS");  // 56
  check_refused(database("CREATE TABLE EVENTS (OTHER JSON);"), ErrorClass::missing_field, "EVENT");
  check_refused(database("CREATE VIEW EVENTS AS WITH RECURSIVE endless(EVENT) AS (SELECT 1 UNION ALL SELECT EVENT + 1 "
                         "FROM endless) SELECT EVENT FROM endless;"),
                ErrorClass::missing_field, "EVENTS");
}

TEST_CASE("A database whose pages point to themselves is damaged") {
  const std::string whole = database(many_rows());
  std::size_t damaged = 0;
  for (std::size_t page = 1; page < whole.size() / kPageBytes; ++page) {
    const std::size_t start = page * kPageBytes;
    if (whole[start] != 5) {  // an inner page of a table
      continue;
    }
    std::string circle = whole;
    circle.replace(start + 8, 4, {'\0', '\0', '\0', static_cast<char>(page + 1)});  // its last child is itself
    check_refused(circle, ErrorClass::syntax);                                      // 57
    ++damaged;
  }
  CHECK(damaged != 0);
}

TEST_CASE("A row of an Umpire database without a text is malformed") {
  const std::string file = database(kTable + "INSERT INTO EVENTS VALUES (NULL);" + allocation(1));
  const std::optional<InputError> error = error_of(file, "umpire-sqlite");
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::syntax);
  CHECK(place_of(*error) == " row 1");
  CHECK(read_text(file, "umpire-sqlite", lenient()).events.size() == 1);
}

TEST_CASE("An Umpire database cut at every page and a few bytes beside never crashes") {
  const std::string whole = database(many_rows());
  for (std::size_t length = 0; length < whole.size(); length += 37) {
    const std::optional<InputError> error = error_of(whole.substr(0, length), "umpire-sqlite");
    CHECK((error || read_text(whole.substr(0, length), "umpire-sqlite").events.size() <= 100));
  }
}

}  // namespace
}  // namespace arenasim::traces
