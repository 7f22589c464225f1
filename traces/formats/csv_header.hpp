// The first line of native CSV: which field of a row is what.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "traces/rfc4180.hpp"

namespace arenasim::traces {

enum class CsvColumn : std::uint8_t { time_ns, event, id, size, stream, tag, device, device_free };

inline constexpr std::array<std::string_view, 8> kCsvColumnNames{"time_ns", "event", "id",     "size",
                                                                 "stream",  "tag",   "device", "device_free"};

/// Columns by the field they stand in.
class CsvHeader {
 public:
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  /// Throws `syntax` for a column named twice, `missing_field` without event, id and size, with the position of the
  /// column or line.
  explicit CsvHeader(const RecordReader& record);

  /// The field that the column is, or kAbsent.
  [[nodiscard]] std::size_t field(CsvColumn column) const { return fields_[static_cast<std::size_t>(column)]; }
  [[nodiscard]] bool has(CsvColumn column) const { return field(column) != kAbsent; }
  [[nodiscard]] std::size_t field_count() const { return field_count_; }

  /// Columns that mean nothing to us, as the file spells them.
  [[nodiscard]] const std::vector<std::string>& ignored() const { return ignored_; }

 private:
  std::array<std::size_t, kCsvColumnNames.size()> fields_{};
  std::size_t field_count_ = 0;
  std::vector<std::string> ignored_;
};

}  // namespace arenasim::traces
