#include "traces/formats/csv_plain.hpp"

#include <limits>

namespace arenasim::traces {
namespace {

/// Where a row is being read.
struct Cursor {
  const char* at;
  const char* end;

  [[nodiscard]] bool at_field_end() const { return at == end || *at == ','; }
};

/// Up to 19 digits and the end of the field; one digit at least.
bool read_digits(Cursor& cursor, std::uint64_t& number) {
  constexpr std::ptrdiff_t most = 19;
  const char* const begin = cursor.at;
  std::uint64_t sum = 0;
  while (cursor.at != cursor.end) {
    const auto digit = static_cast<unsigned>(static_cast<unsigned char>(*cursor.at)) - '0';
    if (digit > 9) {
      break;
    }
    sum = sum * 10 + digit;
    ++cursor.at;
  }
  number = sum;
  const std::ptrdiff_t digits = cursor.at - begin;
  return digits != 0 && digits <= most && cursor.at_field_end();
}

bool read_signed(Cursor& cursor, std::int32_t& number) {
  const bool negative = !cursor.at_field_end() && *cursor.at == '-';
  cursor.at += negative ? 1 : 0;
  std::uint64_t magnitude = 0;
  if (!read_digits(cursor, magnitude) || magnitude > std::numeric_limits<std::int32_t>::max()) {
    return false;
  }
  const auto value = static_cast<std::int32_t>(magnitude);
  number = negative ? -value : value;
  return true;
}

bool read_text(Cursor& cursor, std::string_view& text) {
  const char* const begin = cursor.at;
  while (!cursor.at_field_end()) {
    if (*cursor.at == '"' || *cursor.at == '\0') {
      return false;
    }
    ++cursor.at;
  }
  text = {begin, static_cast<std::size_t>(cursor.at - begin)};
  return true;
}

bool read_kind(Cursor& cursor, EventKind& kind) {
  const std::string_view rest{cursor.at, static_cast<std::size_t>(cursor.end - cursor.at)};
  if (rest.starts_with("alloc,")) {
    kind = EventKind::alloc;
    cursor.at += 5;
    return true;
  }
  if (rest.starts_with("free,")) {
    kind = EventKind::free;
    cursor.at += 4;
    return true;
  }
  std::string_view word;
  if (!read_text(cursor, word)) {
    return false;
  }
  const auto known = event_kind_of(word);
  kind = known.value_or(EventKind{});
  return known.has_value();
}

/// The columns of a row that become numbers of another type first.
struct RowNumbers {
  std::array<bool, kCsvColumnNames.size()> given{};
  std::uint64_t size = 0;
  std::int32_t stream = 0;
  std::int32_t device = 0;
};

/// A field that is not empty.
bool read_field(CsvColumn column, Cursor& cursor, CsvRow& row, RowNumbers& numbers) {
  numbers.given[static_cast<std::size_t>(column)] = true;
  switch (column) {
    case CsvColumn::time_ns:
      return read_digits(cursor, row.time);
    case CsvColumn::event:
      return read_kind(cursor, row.kind);
    case CsvColumn::id:
      return read_digits(cursor, row.id);
    case CsvColumn::size:
      return read_digits(cursor, numbers.size);
    case CsvColumn::stream:
      return read_signed(cursor, numbers.stream);
    case CsvColumn::tag:
      return read_text(cursor, row.tag);
    case CsvColumn::device:
      return read_signed(cursor, numbers.device);
    case CsvColumn::device_free: {
      const bool good = read_digits(cursor, row.device_free_plus_one);
      ++row.device_free_plus_one;
      return good;
    }
  }
  return false;
}

}  // namespace

PlainRows::PlainRows(const CsvHeader& header) : columns_(header.field_count()), timed_(header.has(CsvColumn::time_ns)) {
  for (std::size_t column = 0; column < kCsvColumnNames.size(); ++column) {
    const auto kind = static_cast<CsvColumn>(column);
    if (header.has(kind)) {
      columns_[header.field(kind)] = kind;
    }
  }
}

bool PlainRows::parse(std::string_view line, CsvRow& row) const {
  if (line.empty() || line.front() == '#') {
    return false;
  }
  Cursor cursor{line.data(), line.data() + line.size()};
  row = {};
  RowNumbers numbers;
  bool first = true;
  for (const auto& column : columns_) {
    if (!first && (cursor.at == cursor.end || *cursor.at++ != ',')) {
      return false;
    }
    first = false;
    std::string_view ignored;
    if (!cursor.at_field_end() && !(column ? read_field(*column, cursor, row, numbers) : read_text(cursor, ignored))) {
      return false;
    }
  }
  const auto has = [&numbers](CsvColumn column) { return numbers.given[static_cast<std::size_t>(column)]; };
  row.size = core::Bytes{numbers.size};
  row.stream = core::StreamId{numbers.stream};
  row.device = DeviceId{numbers.device};
  row.has_size = has(CsvColumn::size);
  row.has_stream = has(CsvColumn::stream);
  return cursor.at == cursor.end && has(CsvColumn::event) && (has(CsvColumn::time_ns) || !timed_) &&
         (has(CsvColumn::id) || !needs_id(row.kind)) && (row.has_size || !needs_size(row.kind));
}

}  // namespace arenasim::traces
