// The fast way through native CSV: rows of digits and words without quotes or blanks. Whatever else a row holds, errors
// included, is left to the general way.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "traces/formats/csv_row.hpp"
#include "traces/formats/csv_tags.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"

namespace arenasim::traces {

class PlainRows {
 public:
  explicit PlainRows(const CsvHeader& header);

  /// What was read of the lines at hand.
  struct Blocks {
    std::size_t count = 0;
    const char* next_line = nullptr;  ///< where the first line begins that was not read
  };

  /// Reads allocs and frees into `into`, from the first of the lines that a LineReader has at hand up to the first that
  /// is not at hand as a whole, not plain, something else, or of a tag not fit to keep.
  [[nodiscard]] Blocks parse_blocks(std::string_view lines, CsvTags& tags, std::span<BlockRecord> into) const;

  /// Reads the first of the lines into `row`, all but its line and tag numbers; the tag may not be fit to keep. Gives
  /// where the next line begins, or null where the line is not at hand as a whole or not plain.
  [[nodiscard]] const char* parse(std::string_view lines, CsvRow& row) const;

 private:
  /// How many columns, from time to stream, every file has that we write.
  static constexpr std::size_t kFirstColumns = 5;

  /// Behind the end of the row, whose last field ends at `at`; null where it goes on, or is too long or not at hand.
  [[nodiscard]] static const char* pass_end(std::string_view lines, const char* at) {
    at += *at == '\r' ? 1 : 0;
    const auto length = static_cast<std::size_t>(at - lines.data());
    return *at == '\n' && length < lines.size() && length <= kMaxLineBytes ? at + 1 : nullptr;
  }

  /// `parse_blocks` for the rows of which it gains to look at many bytes at once, to be called only where columns begin
  /// as we write them and vectors may be used. A row where it stops may be plain all the same.
  [[nodiscard]] Blocks parse_wide(std::string_view lines, CsvTags& tags, std::span<BlockRecord> into) const;
  /// Read the first of the lines, as `parse` does, or give null.
  [[nodiscard]] const char* parse_block(std::string_view lines, CsvTags& tags, BlockRecord& block) const;
  /// The same where columns begin as we write them.
  [[nodiscard]] const char* parse_as_written(std::string_view lines, CsvTags& tags, BlockRecord& block) const;
  /// The columns behind those, from `at` on; gives where the last one ends.
  [[nodiscard]] const char* read_rest(const char* at, CsvTags& tags, BlockRecord& block) const;
  /// Reads fields from `column` on, whose text begins at `at`, and gives where the last one ends. Adds the columns
  /// without a value to `empty`.
  [[nodiscard]] const char* read_fields(std::size_t column, const char* at, CsvRow& row, unsigned& empty) const;

  std::vector<std::optional<CsvColumn>> columns_;      // nothing: ignored
  std::array<unsigned, kEventKinds.size()> needed_{};  // columns that must have a value, a bit each
  unsigned absent_ = 0;                                // from the header
  bool begins_as_written_ = false;
  bool is_wide_ = false;
};

}  // namespace arenasim::traces
