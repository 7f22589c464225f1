// The rows of table EVENTS of an SQLite database that is held in memory and never written.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace arenasim::traces::umpire {

class Database {
 public:
  /// `bytes` is the file; it must outlive this. Throws InputError for the file: missing_field (no table EVENTS, no
  /// column EVENT), syntax (damage).
  explicit Database(std::span<char> bytes);

  /// The next row's text; false at the end. The view is good until the next call. Throws InputError (syntax).
  [[nodiscard]] bool next(std::string_view& text);

  /// Its rowid.
  [[nodiscard]] std::uint64_t row() const { return row_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };

  [[noreturn]] void refuse_damage() const;
  void expect_table();

  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<sqlite3_stmt, Close> rows_;
  std::uint64_t row_ = 0;
  bool begun_ = false;
};

}  // namespace arenasim::traces::umpire
