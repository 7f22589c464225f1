#include "traces/formats/csv_plain.hpp"

#include <cstring>
#include <limits>

#include "traces/digits.hpp"
#include "traces/lines.hpp"

namespace arenasim::traces {
namespace {

static_assert(kReadableBytes >= 8, "words and digits are looked at eight bytes at a time");

constexpr unsigned bit(CsvColumn column) {
  return 1U << static_cast<unsigned>(column);
}

/// Where a row is being read. What stands at the end of its line is no digit and no comma.
struct Cursor {
  const char* at;
  const char* end;

  [[nodiscard]] bool at_field_end() const { return *at == ',' || at == end; }
};

/// From one to 19 digits; nothing where there are none or more.
const char* read_digits(const char* at, std::uint64_t& number) {
  constexpr std::ptrdiff_t most = 19;
  const char* const stop = read_ended_decimal(at, number);
  return stop != at && stop - at <= most ? stop : nullptr;
}

const char* read_digits(const char* at, core::Bytes& bytes) {
  std::uint64_t number = 0;
  at = read_digits(at, number);
  bytes = core::Bytes{number};
  return at;
}

/// A stream or a device.
template <class Id>
const char* read_id(const char* at, Id& id) {
  const auto first = static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0';
  if (first <= 9 && (at[1] < '0' || at[1] > '9')) {
    id = Id{static_cast<std::int32_t>(first)};
    return at + 1;
  }
  const bool negative = *at == '-';
  std::uint64_t number = 0;
  const char* const stop = read_digits(at + (negative ? 1 : 0), number);
  const bool fits = number <= std::numeric_limits<std::int32_t>::max();
  const auto value = static_cast<std::int32_t>(number);
  id = Id{negative ? -value : value};
  return fits ? stop : nullptr;
}

const char* read_text(Cursor cursor, std::string_view& text) {
  const char* const begin = cursor.at;
  for (; !cursor.at_field_end(); ++cursor.at) {
    if (*cursor.at == '"' || *cursor.at == '\0') {
      return nullptr;
    }
  }
  text = {begin, static_cast<std::size_t>(cursor.at - begin)};
  return cursor.at;
}

const char* read_kind(Cursor cursor, EventKind& kind) {
  if (std::memcmp(cursor.at, "alloc,", 6) == 0) {
    kind = EventKind::alloc;
    return cursor.at + 5;
  }
  if (std::memcmp(cursor.at, "free,", 5) == 0) {
    kind = EventKind::free;
    return cursor.at + 4;
  }
  std::string_view word;
  const char* const stop = read_text(cursor, word);
  const auto known = event_kind_of(word);
  kind = known.value_or(EventKind{});
  return known ? stop : nullptr;
}

/// Reads a field that is not empty; where it stops, or nothing.
const char* read_field(CsvColumn column, Cursor cursor, CsvRow& row) {
  switch (column) {
    case CsvColumn::time_ns:
      return read_digits(cursor.at, row.time);
    case CsvColumn::event:
      return read_kind(cursor, row.kind);
    case CsvColumn::id:
      return read_digits(cursor.at, row.id);
    case CsvColumn::size:
      return read_digits(cursor.at, row.size);
    case CsvColumn::stream:
      return read_id(cursor.at, row.stream);
    case CsvColumn::tag:
      return read_text(cursor, row.tag);
    case CsvColumn::device:
      return read_id(cursor.at, row.device);
    case CsvColumn::device_free:
      cursor.at = read_digits(cursor.at, row.device_free_plus_one);
      ++row.device_free_plus_one;
      return cursor.at;
  }
  return nullptr;
}

}  // namespace

PlainRows::PlainRows(const CsvHeader& header) : columns_(header.field_count()) {
  for (std::size_t column = 0; column < kCsvColumnNames.size(); ++column) {
    const auto kind = static_cast<CsvColumn>(column);
    if (header.has(kind)) {
      columns_[header.field(kind)] = kind;
    } else {
      absent_ |= bit(kind);
    }
  }
  for (const EventKind kind : kEventKinds) {
    needed_[static_cast<std::size_t>(kind)] = bit(CsvColumn::event) | (bit(CsvColumn::time_ns) & ~absent_) |
                                              (needs_id(kind) ? bit(CsvColumn::id) : 0U) |
                                              (needs_size(kind) ? bit(CsvColumn::size) : 0U);
  }
}

bool PlainRows::parse(std::string_view line, CsvRow& row) const {
  Cursor cursor{line.data(), line.data() + line.size()};
  if (line.empty() || *cursor.at == '#') {
    return false;
  }
  row = {};
  unsigned empty = absent_;
  for (auto column = columns_.begin();;) {
    if (cursor.at_field_end()) {
      empty |= *column ? bit(**column) : 0U;
    } else {
      std::string_view ignored;
      cursor.at = *column ? read_field(**column, cursor, row) : read_text(cursor, ignored);
      if (cursor.at == nullptr) {
        return false;
      }
    }
    if (++column == columns_.end()) {
      break;
    }
    if (*cursor.at++ != ',') {
      return false;
    }
  }
  row.has_size = (empty & bit(CsvColumn::size)) == 0;
  row.has_stream = (empty & bit(CsvColumn::stream)) == 0;
  return cursor.at == cursor.end && (empty & needed_[static_cast<std::size_t>(row.kind)]) == 0;
}

}  // namespace arenasim::traces
