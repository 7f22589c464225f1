#include "traces/formats/umpire/database.hpp"

#include <cstddef>

#include <fmt/format.h>
#include <sqlite3.h>

#include "traces/input_error.hpp"

namespace arenasim::traces::umpire {
namespace {

/// A file may hold a view that never ends where a table should be: only plain reads are let through.
int allow_reads_only(void* /*context*/, int action, const char* /*first*/, const char* /*second*/,
                     const char* /*schema*/, const char* /*trigger*/) {
  const bool reads = action == SQLITE_SELECT || action == SQLITE_READ;
  return reads ? SQLITE_OK : SQLITE_DENY;
}

sqlite3_stmt* prepare(sqlite3* database, const char* query) {
  sqlite3_stmt* statement = nullptr;
  return sqlite3_prepare_v2(database, query, -1, &statement, nullptr) == SQLITE_OK ? statement : nullptr;
}

}  // namespace

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

void Database::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Database::Database(std::span<char> bytes) {
  sqlite3* opened = nullptr;
  const int status = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nullptr);
  database_.reset(opened);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  if (status != SQLITE_OK || sqlite3_deserialize(opened, "main", reinterpret_cast<unsigned char*>(bytes.data()), size,
                                                 size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) {
    refuse_damage();
  }
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_set_authorizer(opened, allow_reads_only, nullptr);
  expect_table();
  rows_.reset(prepare(opened, "SELECT rowid, EVENT FROM EVENTS ORDER BY rowid"));
  if (!rows_) {
    throw InputError(ErrorClass::missing_field, WholeFile{},
                     fmt::format("table EVENTS cannot be read: {}", sqlite3_errmsg(opened)), "EVENT");
  }
}

void Database::expect_table() {
  const std::unique_ptr<sqlite3_stmt, Close> tables{
      prepare(database_.get(), "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'EVENTS' COLLATE NOCASE")};
  const int status = tables ? sqlite3_step(tables.get()) : SQLITE_ERROR;
  if (status == SQLITE_DONE) {
    throw InputError(ErrorClass::missing_field, WholeFile{}, "no table EVENTS", "EVENTS");
  }
  if (status != SQLITE_ROW) {
    refuse_damage();
  }
}

bool Database::next(std::string_view& text) {
  const int status = sqlite3_step(rows_.get());
  if (status == SQLITE_DONE) {
    return false;
  }
  const auto row = static_cast<std::uint64_t>(sqlite3_column_int64(rows_.get(), 0));
  // Rows that do not rise come from pages that point in a circle.
  if (status != SQLITE_ROW || (begun_ && static_cast<std::int64_t>(row) <= static_cast<std::int64_t>(row_))) {
    refuse_damage();
  }
  begun_ = true;
  row_ = row;
  const auto* const start = reinterpret_cast<const char*>(sqlite3_column_text(rows_.get(), 1));
  const auto length = static_cast<std::size_t>(sqlite3_column_bytes(rows_.get(), 1));
  text = start == nullptr ? std::string_view{} : std::string_view{start, length};
  return true;
}

void Database::refuse_damage() const {
  throw InputError(ErrorClass::syntax, WholeFile{},
                   fmt::format("a damaged SQLite database: {}", sqlite3_errmsg(database_.get())));
}

}  // namespace arenasim::traces::umpire
