#include "traces/formats/csv_header.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "traces/numbers.hpp"

namespace arenasim::traces {

CsvHeader::CsvHeader(const RecordReader& record) : field_count_(record.fields().size()) {
  fields_.fill(kAbsent);
  std::vector<std::string> seen;
  for (std::size_t at = 0; at < field_count_; ++at) {
    const Field& field = record.fields()[at];
    const std::string spelled{trimmed(field.text)};
    std::string column = lower_case(spelled);
    if (std::find(seen.begin(), seen.end(), column) != seen.end()) {
      throw InputError{ErrorClass::syntax, field.position, fmt::format("a second column {}", quoted(spelled)), column};
    }
    const auto* const known = std::find(kCsvColumnNames.begin(), kCsvColumnNames.end(), column);
    if (known != kCsvColumnNames.end()) {
      fields_[static_cast<std::size_t>(known - kCsvColumnNames.begin())] = at;
    } else {
      ignored_.push_back(spelled);
    }
    seen.push_back(std::move(column));
  }
  for (const CsvColumn column : {CsvColumn::event, CsvColumn::id, CsvColumn::size}) {
    if (!has(column)) {
      const std::string column_name{kCsvColumnNames[static_cast<std::size_t>(column)]};
      throw InputError{ErrorClass::missing_field, LinePosition{record.position().line, 0},
                       fmt::format("the header has no column {}", column_name), column_name};
    }
  }
}

}  // namespace arenasim::traces
