#include "traces/formats/csv_plain.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "core/vectors.hpp"
#include "traces/digits.hpp"
#include "traces/formats/short_text.hpp"
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
const char* pass_size(const char* at, BlockRecord& block) {
  block.has_size = *at != ',';
  if (!block.has_size) {
    return block.begins ? nullptr : at + 1;
  }
  std::uint64_t size = 0;
  at = pass_number(at, size);
  block.size = core::Bytes{size};
  return at;
}

bool begin_as_written(std::span<const std::optional<CsvColumn>> columns, std::size_t count) {
  for (std::size_t column = 0; column < count; ++column) {
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
  static_assert(static_cast<std::size_t>(CsvColumn::stream) + 1 == kFirstColumns);
  begins_as_written_ = begin_as_written(columns_, kFirstColumns);
  is_wide_ = begins_as_written_ && core::may_use_vectors();
}

PlainRows::Blocks PlainRows::parse_blocks(std::string_view lines, CsvTags& tags, std::span<BlockRecord> into) const {
  Blocks done{0, lines.data()};
  while (done.count < into.size()) {
    if (is_wide_) {
      const Blocks wide = parse_wide(lines, tags, into.subspan(done.count));
      done = {done.count + wide.count, wide.next_line};
      lines.remove_prefix(static_cast<std::size_t>(wide.next_line - lines.data()));
    }
    const char* const next_line = done.count < into.size() ? parse_block(lines, tags, into[done.count]) : nullptr;
    if (next_line == nullptr) {
      break;
    }
    lines.remove_prefix(static_cast<std::size_t>(next_line - lines.data()));
    done.next_line = next_line;
    ++done.count;
  }
  return done;
}

const char* PlainRows::parse_block(std::string_view lines, CsvTags& tags, BlockRecord& block) const {
  const char* const as_written = begins_as_written_ ? parse_as_written(lines, tags, block) : nullptr;
  if (as_written != nullptr) {
    return as_written;
  }
  CsvRow row;
  const char* const next_line = parse(lines, row);
  if (next_line == nullptr || (row.kind != EventKind::alloc && row.kind != EventKind::free)) {
    return nullptr;
  }
  const std::optional<Tag> tag = tags.number(row.tag);
  block = {.time = core::SimTime{core::SimDuration{row.time}},
           .key = row.id,
           .size = row.size,
           .stream = row.stream,
           .device = row.device,
           .tag = tag.value_or(Tag{}),
           .begins = row.kind == EventKind::alloc,
           .has_size = row.has_size,
           .has_stream = row.kind == EventKind::alloc || row.has_stream};
  return tag ? next_line : nullptr;
}

const char* PlainRows::parse_as_written(std::string_view lines, CsvTags& tags, BlockRecord& block) const {
  block = {};
  std::uint64_t time = 0;
  const char* at = pass_number(lines.data(), time);
  if (at == nullptr) {
    return nullptr;
  }
  block.time = core::SimTime{core::SimDuration{time}};
  block.begins = kAlloc.begins(at);
  if (!block.begins && !kFree.begins(at)) {
    return nullptr;
  }
  at = pass_number(at + (block.begins ? kAlloc.length() : kFree.length()), block.key);
  at = at != nullptr ? pass_size(at, block) : nullptr;
  if (at == nullptr) {
    return nullptr;
  }
  const char* stop = read_id(at, block.stream);
  block.has_stream = block.begins || stop != at;
  if (stop != nullptr && columns_.size() > kFirstColumns) {
    stop = *stop == ',' ? read_rest(stop + 1, tags, block) : nullptr;
  }
  return stop != nullptr ? pass_end(lines, stop) : nullptr;
}

const char* PlainRows::read_rest(const char* at, CsvTags& tags, BlockRecord& block) const {
  CsvRow row;
  unsigned empty = 0;
  const char* const stop = read_fields(kFirstColumns, at, row, empty);
  const std::optional<Tag> tag = stop != nullptr ? tags.number(row.tag) : std::nullopt;
  block.device = row.device;
  block.tag = tag.value_or(Tag{});
  return tag ? stop : nullptr;
}

const char* PlainRows::parse(std::string_view lines, CsvRow& row) const {
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
