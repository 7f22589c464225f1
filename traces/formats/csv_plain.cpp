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

// Each of these reads a value from `at` on and gives where it stops, at `at` itself where there is none, or null where
// the general way has to look.

/// Up to 19 digits.
const char* read_digits(const char* at, std::uint64_t& number) {
  constexpr std::ptrdiff_t most = 19;
  const char* const stop = read_ended_decimal(at, number);
  return stop - at <= most ? stop : nullptr;
}

const char* read_size(const char* at, core::Bytes& bytes) {
  std::uint64_t number = 0;
  at = read_digits(at, number);
  bytes = core::Bytes{number};
  return at;
}

const char* read_plus_one(const char* at, std::uint64_t& number_plus_one) {
  const char* const stop = read_digits(at, number_plus_one);
  number_plus_one += stop != at ? 1U : 0U;
  return stop;
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
  const char* const digits = at + (negative ? 1 : 0);
  std::uint64_t number = 0;
  const char* const stop = read_digits(digits, number);
  const bool fits = number <= std::numeric_limits<std::int32_t>::max() && !(negative && stop == digits);
  const auto value = static_cast<std::int32_t>(number);
  id = Id{negative ? -value : value};
  return fits ? stop : nullptr;
}

/// Up to a comma or the end of the line.
const char* read_text(const char* at, std::string_view& text) {
  const char* stop = at;
  for (; *stop != ',' && *stop != '\n'; ++stop) {
    if (*stop == '"' || *stop == '\0') {
      return nullptr;
    }
  }
  stop -= *stop == '\n' && stop != at && stop[-1] == '\r' ? 1 : 0;
  text = {at, static_cast<std::size_t>(stop - at)};
  return stop;
}

const char* read_kind(const char* at, EventKind& kind) {
  if (std::memcmp(at, "alloc,", 6) == 0) {
    kind = EventKind::alloc;
    return at + 5;
  }
  if (std::memcmp(at, "free,", 5) == 0) {
    kind = EventKind::free;
    return at + 4;
  }
  std::string_view word;
  const char* const stop = read_text(at, word);
  const auto known = event_kind_of(word);
  kind = known.value_or(EventKind{});
  return known ? stop : nullptr;
}

const char* read_field(std::optional<CsvColumn> column, const char* at, CsvRow& row) {
  if (!column) {
    std::string_view ignored;
    return read_text(at, ignored);
  }
  switch (*column) {
    case CsvColumn::time_ns:
      return read_digits(at, row.time);
    case CsvColumn::event:
      return read_kind(at, row.kind);
    case CsvColumn::id:
      return read_digits(at, row.id);
    case CsvColumn::size:
      return read_size(at, row.size);
    case CsvColumn::stream:
      return read_id(at, row.stream);
    case CsvColumn::tag:
      return read_text(at, row.tag);
    case CsvColumn::device:
      return read_id(at, row.device);
    case CsvColumn::device_free:
      return read_plus_one(at, row.device_free_plus_one);
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

const char* PlainRows::parse(std::string_view lines, CsvRow& row) const {
  const char* at = lines.data();
  if (*at == '#') {
    return nullptr;
  }
  row = {};
  unsigned empty = absent_;
  for (auto column = columns_.begin();;) {
    const char* const stop = read_field(*column, at, row);
    if (stop == nullptr) {
      return nullptr;
    }
    empty |= stop == at && *column ? bit(**column) : 0U;
    at = stop;
    if (++column == columns_.end()) {
      break;
    }
    if (*at++ != ',') {
      return nullptr;
    }
  }
  at += *at == '\r' ? 1 : 0;
  const auto length = static_cast<std::size_t>(at - lines.data());
  if (*at != '\n' || length >= lines.size() || length > kMaxLineBytes ||
      (empty & needed_[static_cast<std::size_t>(row.kind)]) != 0) {
    return nullptr;
  }
  row.has_size = (empty & bit(CsvColumn::size)) == 0;
  row.has_stream = (empty & bit(CsvColumn::stream)) == 0;
  return at + 1;
}

}  // namespace arenasim::traces
