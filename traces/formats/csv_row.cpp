#include "traces/formats/csv_row.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "traces/numbers.hpp"
#include "traces/text.hpp"

namespace arenasim::traces {
namespace {

std::string name_of(CsvColumn column) {
  return std::string{kCsvColumnNames[static_cast<std::size_t>(column)]};
}

/// The fields of a record by what they are.
class RowFields {
 public:
  RowFields(const CsvHeader& header, const RecordReader& record) : header_(header), record_(record) {}

  /// Empty where the column is absent.
  [[nodiscard]] std::string_view text(CsvColumn column) const {
    return header_.has(column) ? trim(field(column)) : std::string_view{};
  }

  [[nodiscard]] const Field& field(CsvColumn column) const { return record_.fields()[header_.field(column)]; }

  [[nodiscard]] bool has(CsvColumn column) const { return !text(column).empty(); }

  [[nodiscard]] std::uint64_t required_number(CsvColumn column) const {
    static_cast<void>(required(column));
    return number<std::uint64_t>(column, parse_unsigned, "an unsigned number");
  }

  /// 0 where there is none.
  [[nodiscard]] std::int32_t signed_number(CsvColumn column) const {
    return has(column) ? number<std::int32_t>(column, parse_signed32, "a signed 32-bit number") : 0;
  }

  [[nodiscard]] EventKind kind() const {
    const std::string_view word = required(CsvColumn::event);
    const auto known = event_kind_of(word);
    if (!known) {
      throw InputError{ErrorClass::bad_value, place(CsvColumn::event, word),
                       fmt::format("{} is no event", quoted(word)), "event"};
    }
    return *known;
  }

 private:
  [[nodiscard]] std::string_view required(CsvColumn column) const {
    const std::string_view value = text(column);
    if (value.empty()) {
      throw InputError{ErrorClass::missing_field, field(column).position, "a value is expected", name_of(column)};
    }
    return value;
  }

  template <class Number>
  [[nodiscard]] Number number(CsvColumn column, Parsed<Number> (*parse)(std::string_view),
                              std::string_view expected) const {
    const std::string_view value = text(column);
    const auto parsed = parse(value);
    if (!parsed) {
      throw number_error(parsed.error(), place(column, value), value, expected, name_of(column));
    }
    return *parsed;
  }

  /// Of a value, blanks before it left out.
  [[nodiscard]] LinePosition place(CsvColumn column, std::string_view value) const {
    return field(column).place(static_cast<std::size_t>(value.data() - field(column).text.data()));
  }

  static std::string_view trim(const Field& field) { return field.quoted ? field.text : trimmed(field.text); }

  const CsvHeader& header_;
  const RecordReader& record_;
};

void check_shape(const CsvHeader& header, const RecordReader& record) {
  const auto& fields = record.fields();
  for (const Field& field : fields) {
    const std::size_t nul = field.text.find('\0');
    if (nul != std::string_view::npos) {
      throw InputError{ErrorClass::syntax, field.place(nul), "a NUL byte"};
    }
  }
  if (fields.size() != header.field_count()) {
    throw InputError{ErrorClass::syntax,
                     fields.size() < header.field_count() ? record.end() : fields[header.field_count()].position,
                     fmt::format("{} fields; the header has {}", fields.size(), header.field_count())};
  }
}

std::string_view checked_tag(const Field& field) {
  if (const auto fault = text_fault(field.text, kMaxTagBytes)) {
    throw InputError{fault->error_class, field.place(fault->byte), fault->text, "tag"};
  }
  return field.text;
}

}  // namespace

std::optional<EventKind> event_kind_of(std::string_view word) {
  const auto* const found =
      std::find_if(kEventKinds.begin(), kEventKinds.end(), [word](EventKind kind) { return name(kind) == word; });
  return found == kEventKinds.end() ? std::nullopt : std::optional{*found};
}

CsvRow parse_csv_row(const CsvHeader& header, const RecordReader& record) {
  check_shape(header, record);
  const RowFields fields{header, record};
  CsvRow row;
  row.line = record.position().line;
  if (header.has(CsvColumn::time_ns)) {
    row.time = fields.required_number(CsvColumn::time_ns);
  }
  row.kind = fields.kind();
  if (needs_id(row.kind) || fields.has(CsvColumn::id)) {
    row.id = fields.required_number(CsvColumn::id);
  }
  row.has_size = needs_size(row.kind) || fields.has(CsvColumn::size);
  if (row.has_size) {
    row.size = core::Bytes{fields.required_number(CsvColumn::size)};
  }
  row.has_stream = fields.has(CsvColumn::stream);
  row.stream = core::StreamId{fields.signed_number(CsvColumn::stream)};
  row.device = DeviceId{fields.signed_number(CsvColumn::device)};
  if (fields.has(CsvColumn::device_free)) {
    row.device_free_plus_one = fields.required_number(CsvColumn::device_free) + 1;  // 2^64 - 1 becomes unknown
  }
  if (header.has(CsvColumn::tag)) {
    row.tag = checked_tag(fields.field(CsvColumn::tag));
  }
  return row;
}

}  // namespace arenasim::traces
