#include "traces/formats/csv_plain.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <span>

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

/// A text of up to eight bytes, to be found by one comparison.
class ShortText {
 public:
  explicit constexpr ShortText(std::string_view text) : length_(text.size()) {
    std::array<char, sizeof(std::uint64_t)> bytes{};
    std::array<unsigned char, sizeof(std::uint64_t)> mask{};
    std::copy(text.begin(), text.end(), bytes.begin());
    std::fill_n(mask.begin(), text.size(), 0xFF);
    bytes_ = std::bit_cast<std::uint64_t>(bytes);
    mask_ = std::bit_cast<std::uint64_t>(mask);
  }

  [[nodiscard]] bool begins(const char* at) const {
    std::uint64_t here = 0;
    std::memcpy(&here, at, sizeof here);
    return (here & mask_) == bytes_;
  }

  [[nodiscard]] constexpr std::size_t length() const { return length_; }

 private:
  std::size_t length_;
  std::uint64_t bytes_ = 0;
  std::uint64_t mask_ = 0;
};

constexpr ShortText kAlloc{"alloc,"};
constexpr ShortText kFree{"free,"};

const char* read_kind(const char* at, EventKind& kind) {
  if (kAlloc.begins(at)) {
    kind = EventKind::alloc;
    return at + kAlloc.length() - 1;
  }
  if (kFree.begins(at)) {
    kind = EventKind::free;
    return at + kFree.length() - 1;
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

/// Behind the comma that ends a number; null where there is no such.
const char* pass_number(const char* at, std::uint64_t& number) {
  const char* const stop = read_digits(at, number);
  return stop != nullptr && stop != at && *stop == ',' ? stop + 1 : nullptr;
}

/// Behind the size of a row and its comma; null where it is not that.
const char* pass_size(const char* at, CsvRow& row) {
  row.has_size = *at != ',';
  if (!row.has_size) {
    return row.kind == EventKind::alloc ? nullptr : at + 1;
  }
  std::uint64_t size = 0;
  at = pass_number(at, size);
  row.size = core::Bytes{size};
  return at;
}

/// Behind the end of the row, whose last field ends at `at`; null where it goes on, or is too long or not at hand.
const char* pass_end(std::string_view lines, const char* at) {
  at += *at == '\r' ? 1 : 0;
  const auto length = static_cast<std::size_t>(at - lines.data());
  return *at == '\n' && length < lines.size() && length <= kMaxLineBytes ? at + 1 : nullptr;
}

/// How many columns, from time to stream, every file has that we write.
constexpr std::size_t kFirstColumns = 5;
static_assert(static_cast<std::size_t>(CsvColumn::stream) + 1 == kFirstColumns);

bool begins_as_written(std::span<const std::optional<CsvColumn>> columns) {
  for (std::size_t column = 0; column < kFirstColumns; ++column) {
    if (column >= columns.size() || columns[column] != static_cast<CsvColumn>(column)) {
      return false;
    }
  }
  return true;
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
  begins_as_written_ = begins_as_written(columns_);
}

const char* PlainRows::parse_as_written(std::string_view lines, CsvRow& row) const {
  row = {};
  const char* at = pass_number(lines.data(), row.time);
  if (at == nullptr) {
    return nullptr;
  }
  const bool is_alloc = kAlloc.begins(at);
  if (!is_alloc && !kFree.begins(at)) {
    return nullptr;
  }
  row.kind = is_alloc ? EventKind::alloc : EventKind::free;
  at = pass_number(at + (is_alloc ? kAlloc.length() : kFree.length()), row.id);
  at = at != nullptr ? pass_size(at, row) : nullptr;
  if (at == nullptr) {
    return nullptr;
  }
  const char* stop = read_id(at, row.stream);
  row.has_stream = stop != at;
  if (stop != nullptr && columns_.size() > kFirstColumns) {
    unsigned empty = 0;
    stop = *stop == ',' ? read_fields(kFirstColumns, stop + 1, row, empty) : nullptr;
  }
  return stop != nullptr ? pass_end(lines, stop) : nullptr;
}

const char* PlainRows::parse_in_any_order(std::string_view lines, CsvRow& row) const {
  if (*lines.data() == '#') {
    return nullptr;
  }
  row = {};
  unsigned empty = absent_;
  const char* const stop = read_fields(0, lines.data(), row, empty);
  if (stop == nullptr || (empty & needed_[static_cast<std::size_t>(row.kind)]) != 0) {
    return nullptr;
  }
  row.has_size = (empty & bit(CsvColumn::size)) == 0;
  row.has_stream = (empty & bit(CsvColumn::stream)) == 0;
  return pass_end(lines, stop);
}

const char* PlainRows::read_fields(std::size_t column, const char* at, CsvRow& row, unsigned& empty) const {
  while (true) {
    const std::optional<CsvColumn> kind = columns_[column];
    const char* const stop = read_field(kind, at, row);
    if (stop == nullptr) {
      return nullptr;
    }
    empty |= stop == at && kind ? bit(*kind) : 0U;
    if (++column == columns_.size()) {
      return stop;
    }
    if (*stop != ',') {
      return nullptr;
    }
    at = stop + 1;
  }
}

}  // namespace arenasim::traces
