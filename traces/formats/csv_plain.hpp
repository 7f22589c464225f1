// The fast way through native CSV: rows of digits and words without quotes or blanks. Whatever else a row holds, errors
// included, is left to the general way.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "traces/formats/csv_row.hpp"

namespace arenasim::traces {

class PlainRows {
 public:
  explicit PlainRows(const CsvHeader& header);

  /// Reads the first of the lines that a LineReader has at hand into `row`, all but its line number; the tag may not be
  /// fit to keep. Gives where the next line begins, or null where the line is not at hand as a whole or not plain.
  [[nodiscard]] const char* parse(std::string_view lines, CsvRow& row) const {
    const char* const next_line = begins_as_written_ ? parse_as_written(lines, row) : nullptr;
    return next_line != nullptr ? next_line : parse_in_any_order(lines, row);
  }

 private:
  /// The same for an alloc or a free where columns begin as we write them; null for all else.
  [[nodiscard]] const char* parse_as_written(std::string_view lines, CsvRow& row) const;
  [[nodiscard]] const char* parse_in_any_order(std::string_view lines, CsvRow& row) const;
  /// Reads fields from `column` on, whose text begins at `at`, and gives where the last one ends. Adds the columns
  /// without a value to `empty`.
  [[nodiscard]] const char* read_fields(std::size_t column, const char* at, CsvRow& row, unsigned& empty) const;

  std::vector<std::optional<CsvColumn>> columns_;      // nothing: ignored
  std::array<unsigned, kEventKinds.size()> needed_{};  // columns that must have a value, a bit each
  unsigned absent_ = 0;                                // from the header
  bool begins_as_written_ = false;
};

}  // namespace arenasim::traces
