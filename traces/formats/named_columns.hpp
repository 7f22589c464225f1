// Comma-separated tables with a header whose columns are found by name.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/formats/line_records.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::traces {

/// The columns of a header, compared without case.
class NamedColumns {
 public:
  /// Reads the first record. Throws `missing_field` where there is none, `syntax` for a column named twice.
  explicit NamedColumns(RecordReader& records);

  /// The column of any of these names.
  [[nodiscard]] std::optional<std::size_t> find(std::initializer_list<std::string_view> names);

  /// As find; throws `missing_field` where there is none, with the first name as its field.
  [[nodiscard]] std::size_t require(std::initializer_list<std::string_view> names);

  /// Columns that nobody asked for, as the file spells them.
  [[nodiscard]] std::vector<std::string> ignored() const;

  /// Throws `syntax` where the record has not as many fields as there are columns.
  void check_count(const RecordReader& record) const;

 private:
  struct Column {
    std::string name;
    std::string spelled;
    bool asked_for = false;
  };

  std::vector<Column> columns_;
  LinePosition position_;
};

/// A field that must hold a value: throws as `required` does.
template <class Number>
[[nodiscard]] Number required_field(const Parsed<Number>& parsed, const Field& field, std::string_view expected,
                                    std::string_view name) {
  if (parsed) {
    return *parsed;
  }
  if (trimmed(field.text).empty()) {
    throw InputError{ErrorClass::missing_field, field.position, "an empty field", std::string{name}};
  }
  throw number_error(parsed.error(), field.position, field.text, expected, std::string{name});
}

/// Gives each record to `take`, which throws for a malformed one.
template <class Take>
void for_each_row(RecordReader& records, LineReader& lines, Intake& intake, Take take) {
  bool more = true;
  while (more) {
    try {
      more = records.next();
      if (more) {
        take(records);
      }
    } catch (const InputError& error) {
      if (!records.recoverable()) {
        throw;
      }
      skip_record(intake, lines, error);
    }
  }
  if (lines.truncated()) {
    intake.import().repairs.truncated_tail = true;
  }
}

}  // namespace arenasim::traces
