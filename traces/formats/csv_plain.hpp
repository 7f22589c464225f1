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
  [[nodiscard]] const char* parse(std::string_view lines, CsvRow& row) const;

 private:
  std::vector<std::optional<CsvColumn>> columns_;      // nothing: ignored
  std::array<unsigned, kEventKinds.size()> needed_{};  // columns that must have a value, a bit each
  unsigned absent_ = 0;                                // from the header
};

}  // namespace arenasim::traces
