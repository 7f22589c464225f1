#include "traces/formats/columns.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "traces/formats/columns_layout.hpp"
#include "traces/formats/named_columns.hpp"
#include "traces/interval_events.hpp"
#include "traces/lines.hpp"
#include "traces/numbers.hpp"
#include "traces/rfc4180.hpp"
#include "traces/text.hpp"

namespace arenasim::traces {
namespace {

/// A row as numbers.
struct Row {
  std::uint64_t time = 0;  ///< ns, not yet counted from the first
  std::uint64_t end = 0;
  BlockKey key = 0;
  core::Bytes size;
  core::StreamId stream;
  DeviceId device;
  Tag tag;
  std::uint64_t line = 0;
  EventKind kind = EventKind::alloc;
  bool has_size = false;
  bool has_stream = false;
};

class ColumnsReader {
 public:
  explicit ColumnsReader(const Reading& reading)
      : reading_(reading),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense),
        shape_(reading.options.format_options),
        lines_(reading.source, reading.options.lenient),
        records_(lines_, shape_.delimiter,
                 shape_.quotes ? RecordReader::Quotes::understood : RecordReader::Quotes::plain),
        layout_(reading.options.format_options, first_record(), shape_.header) {}

  void read() {
    reading_.import.clock = layout_.time ? layout_.time_unit : "ordinal";
    bool at_row = !shape_.header;  // then the first record is one
    while (at_row || next()) {
      at_row = false;
      if (const auto row = row_or_skip()) {
        take(*row);
      }
    }
    finish();
  }

 private:
  bool next() {
    while (true) {
      try {
        return records_.next();
      } catch (const InputError& error) {
        skip(error);
      }
    }
  }

  std::optional<Row> row_or_skip() {
    try {
      return row_of();
    } catch (const InputError& error) {
      skip(error);
      return std::nullopt;
    }
  }

  void skip(const InputError& error) {
    if (!records_.recoverable()) {
      throw error;
    }
    skip_record(intake_, lines_, error);
  }

  /// Nothing for a word that lenient passes over.
  std::optional<Row> row_of() {
    const auto& fields = records_.fields();
    if (fields.size() != layout_.field_count) {
      throw InputError{ErrorClass::syntax,
                       fields.size() < layout_.field_count ? records_.end() : fields[layout_.field_count].position,
                       fmt::format("{} fields; the first row has {}", fields.size(), layout_.field_count)};
    }
    Row row;
    row.line = records_.position().line;
    row.key = key_of(fields[layout_.id]);
    if (layout_.time) {
      row.time = time_of(fields[*layout_.time], "time");
    }
    if (layout_.end) {
      row.end = time_of(fields[*layout_.end], "end");
    }
    if (layout_.event && !take_word(row)) {
      return std::nullopt;
    }
    take_size(row);
    take_places(row);
    return row;
  }

  BlockKey key_of(const Field& field) {
    const std::string_view text = trimmed(field.text);
    if (text.empty()) {
      throw InputError{ErrorClass::missing_field, field.position, "a value is expected", "id"};
    }
    return ids_.intern(text).number();
  }

  [[nodiscard]] std::uint64_t time_of(const Field& field, std::string_view name) const {
    return required_field(parse_scaled(trimmed(field.text), layout_.time_unit_ns), field, "a time", name);
  }

  bool take_word(Row& row) {
    const Field& field = records_.fields()[*layout_.event];
    const std::string_view word = trimmed(field.text);
    const auto known = layout_.words.find(word);
    if (known != layout_.words.end()) {
      row.kind = known->second;
      return true;
    }
    if (!reading_.options.lenient) {
      throw InputError{ErrorClass::bad_value, field.position,
                       fmt::format("{} is no event; event-map says what words mean", quoted(word)), "event"};
    }
    intake_.pass_over(fmt::format("event.{}", word));
    return false;
  }

  void take_size(Row& row) const {
    const Field& field = records_.fields()[layout_.size];
    std::string_view text = trimmed(field.text);
    if (layout_.meaning == RowMeaning::signed_size && text.starts_with('-')) {
      row.kind = EventKind::free;
      text.remove_prefix(1);
    }
    row.has_size = !text.empty();
    const bool needed =
        row.kind == EventKind::alloc || row.kind == EventKind::preexisting || row.kind == EventKind::oom;
    if (row.has_size || (needed && layout_.meaning != RowMeaning::toggle)) {
      row.size = core::Bytes{required_field(parse_unsigned(text), field, "an unsigned number", "size")};
    }
  }

  void take_places(Row& row) {
    const auto number = [this](std::size_t column, std::string_view name) {
      const Field& field = records_.fields()[column];
      return required_field(parse_signed32(trimmed(field.text)), field, "a signed 32-bit number", name);
    };
    const auto has = [this](std::optional<std::size_t> column) {
      return column && !trimmed(records_.fields()[*column].text).empty();
    };
    row.has_stream = has(layout_.stream);
    if (row.has_stream) {
      row.stream = core::StreamId{number(*layout_.stream, "stream")};
    }
    if (has(layout_.device)) {
      row.device = DeviceId{number(*layout_.device, "device")};
    }
    if (layout_.tag) {
      const Field& field = records_.fields()[*layout_.tag];
      if (const auto fault = text_fault(field.text, kMaxTagBytes)) {
        throw InputError{fault->error_class, field.place(fault->byte), fault->text, "tag"};
      }
      row.tag = reading_.strings.intern(field.text);
    }
  }

  void take(const Row& row) {
    if (layout_.meaning == RowMeaning::interval) {
      return take_life(row);
    }
    if (reading_.options.sort) {
      reading_.import.repairs.resorted_events += row.time < last_time_ ? 1U : 0U;
      last_time_ = row.time;
      sorted_.push_back(row);
      return;
    }
    give(row);
  }

  void take_life(const Row& row) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (row.end < row.time || row.end > most) {
      return intake_.skip(InputError{row.end > most ? ErrorClass::range : ErrorClass::bad_value,
                                     LinePosition{row.line, 0}, "an end before its time, or past 2^63 ns", "end"});
    }
    intervals_.add({.lower = static_cast<std::int64_t>(row.time),
                    .upper = static_cast<std::int64_t>(row.end),
                    .size = row.size,
                    .key = row.line,
                    .record = row.line,
                    .stream = row.stream,
                    .device = row.device,
                    .tag = row.tag});
  }

  void give(const Row& row) {
    const RecordContext at{time_from_first(row), row.stream, row.device, row.tag};
    const auto where = [&row] { return LinePosition{row.line, 0}; };
    const core::Bytes* size = row.has_size ? &row.size : nullptr;
    const bool frees = layout_.meaning == RowMeaning::toggle && intake_.live(row.key, row.device);
    switch (frees ? EventKind::free : row.kind) {
      case EventKind::preexisting:
        return intake_.preexisting(row.key, row.size, at, where);
      case EventKind::alloc:
        return intake_.alloc(row.key, row.size, at, where);
      case EventKind::free:
        return intake_.free(row.key, size, at, row.has_stream);
      case EventKind::free_requested:
        return intake_.free_requested(row.key, size, at, row.has_stream);
      case EventKind::free_completed:
        return intake_.free_completed(row.key, size, at, row.has_stream);
      case EventKind::marker:
        return intake_.marker(at);
      case EventKind::oom:
        return intake_.oom(row.size, 0, at);
      case EventKind::cleanup:
        return intake_.cleanup(at);
    }
  }

  core::SimTime time_from_first(const Row& row) {
    if (!layout_.time) {
      return ordinal(intake_);
    }
    first_time_ = first_time_.value_or(row.time);
    const core::SimTime time{core::SimDuration{row.time - std::min(row.time, *first_time_)}};
    if (row.time >= *first_time_ && time >= intake_.now()) {
      return time;
    }
    if (!reading_.options.lenient) {
      throw InputError{ErrorClass::inconsistent, LinePosition{row.line, 0}, "a time before the last; --sort sorts",
                       "time"};
    }
    ++reading_.import.repairs.clamped_times;
    return intake_.now();
  }

  void finish() {
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [](const Row& left, const Row& right) { return left.time < right.time; });
    std::for_each(sorted_.begin(), sorted_.end(), [this](const Row& row) { give(row); });
    if (layout_.meaning == RowMeaning::interval) {
      intervals_.emit(intake_, [](const Interval& interval) { return LinePosition{interval.record, 0}; });
    }
    bool& truncated = reading_.import.repairs.truncated_tail;
    truncated = truncated || lines_.truncated();
    intake_.finish(lines_.at());
  }

  const RecordReader& first_record() {
    if (!records_.next()) {
      throw InputError{ErrorClass::empty, LinePosition{std::max<std::uint64_t>(lines_.number(), 1), 0}, "no rows"};
    }
    return records_;
  }

  const Reading& reading_;
  Intake intake_;
  ColumnsShape shape_;
  LineReader lines_;
  RecordReader records_;
  ColumnsLayout layout_;
  StringTable ids_;
  IntervalEvents intervals_;
  std::deque<Row> sorted_;  // with --sort: all rows
  std::optional<std::uint64_t> first_time_;
  std::uint64_t last_time_ = 0;
};

void read_columns(const Reading& reading) {
  ColumnsReader{reading}.read();
}

}  // namespace

const Format kColumnsFormat{.name = "columns",
                            .sentence = "any CSV, with a map of its columns",
                            .knows = {.time = true, .streams = true, .devices = true, .two_step_frees = true},
                            .options = columns_options(),
                            .sniff = nullptr,
                            .read = read_columns};

}  // namespace arenasim::traces
