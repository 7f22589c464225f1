#include "traces/formats/csv.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "traces/formats/csv_header.hpp"
#include "traces/formats/csv_plain.hpp"
#include "traces/formats/csv_row.hpp"
#include "traces/lines.hpp"
#include "traces/sniff.hpp"
#include "traces/text.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kMostWaiting = 32;

/// Errors that skipping a row does not get past, lenient or not.
bool is_final(const InputError& error, const RecordReader& records) {
  return error.error_class() == ErrorClass::limit || error.error_class() == ErrorClass::container ||
         error.error_class() == ErrorClass::io || !records.recoverable();
}

class CsvReader {
 public:
  explicit CsvReader(const Reading& reading)
      : reading_(reading),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::kept),
        lines_(reading.source, reading.options.lenient),
        records_(lines_) {}

  void read() {
    const CsvHeader header = read_header();
    reading_.import.ignored_columns = header.ignored();
    timed_ = header.has(CsvColumn::time_ns);
    reading_.import.clock = timed_ ? "ns" : "ordinal";
    const PlainRows plain{header};
    std::string_view line;
    while (true) {
      parse_plain_rows(plain);
      take_waiting();
      if (waiting_count_ == kMostWaiting) {
        continue;
      }
      if (!lines_.next(line)) {
        break;
      }
      take_carefully(header, line);
    }
    give_sorted();
    reading_.import.repairs.truncated_tail = cut_ || lines_.truncated();
    intake_.finish(lines_.at());
  }

 private:
  CsvHeader read_header() {
    if (!records_.next()) {
      throw InputError{ErrorClass::missing_field, LinePosition{std::max<std::uint64_t>(lines_.number(), 1), 0},
                       "no header line", "event"};
    }
    return CsvHeader{records_};
  }

  /// Up to one that is not plain, or as many as may wait.
  void parse_plain_rows(const PlainRows& plain) {
    for (waiting_count_ = 0; waiting_count_ < kMostWaiting; ++waiting_count_) {
      CsvRow& row = waiting_[waiting_count_];
      const char* const next_line = plain.parse(lines_.at_hand(), row);
      if (next_line == nullptr || !known_tag(row)) {
        return;
      }
      lines_.pass_line(next_line);
      row.line = lines_.number();
    }
  }

  /// Where many blocks are live, what is known of those that the rows name is fetched for all of them at once.
  void take_waiting() {
    const std::span rows = std::span{waiting_}.first(waiting_count_);
    if (intake_.wants_hints()) {
      for (const CsvRow& row : rows) {
        intake_.expect(row.id);
      }
      for (const CsvRow& row : rows) {
        intake_.expect_soon(row.id);
      }
    }
    for (const CsvRow& row : rows) {
      take(row);
    }
  }

  /// The general way: quotes, blanks, and everything that is wrong.
  void take_carefully(const CsvHeader& header, std::string_view line) {
    CsvRow row;
    try {
      if (!records_.begin(line)) {
        return;
      }
      row = parse_csv_row(header, records_);
    } catch (const InputError& error) {
      return skip(error);
    }
    row.tag_number = reading_.strings.intern(row.tag);
    take(row);
  }

  void skip(const InputError& error) {
    if (is_final(error, records_)) {
      throw error;
    }
    intake_.skip(error);
    cut_ = cut_ || lines_.line_end().empty();
  }

  /// Numbers the row's tag; false where the text is not known and not fit to keep.
  bool known_tag(CsvRow& row) {
    if (row.tag == last_tag_) {
      row.tag_number = last_tag_number_;
      return true;
    }
    if (text_fault(row.tag, kMaxTagBytes)) {
      return false;
    }
    row.tag_number = reading_.strings.intern(row.tag);
    last_tag_ = reading_.strings.text(row.tag_number);
    last_tag_number_ = row.tag_number;
    return true;
  }

  void take(const CsvRow& row) {
    if (row.kind == EventKind::preexisting && begun_) {
      return intake_.skip(InputError{ErrorClass::inconsistent, LinePosition{row.line, 0},
                                     "preexisting after other events; such rows come first", "event"});
    }
    begun_ = begun_ || row.kind != EventKind::preexisting;
    if (!reading_.options.sort) {
      return give(row);
    }
    reading_.import.repairs.resorted_events += row.time < last_time_ ? 1U : 0U;
    last_time_ = row.time;
    sorted_.push_back(row);
    if (row.kind == EventKind::preexisting) {
      sorted_.back().time = 0;  // it goes before whatever comes to be the first
    }
  }

  void give(const CsvRow& row) {
    const RecordContext at{time_of(row), row.stream, row.device, row.tag_number};
    const auto where = [&row] { return Position{LinePosition{row.line, 0}}; };
    const core::Bytes* size = row.has_size ? &row.size : nullptr;
    switch (row.kind) {
      case EventKind::preexisting:
        return intake_.preexisting(row.id, row.size, at, where);
      case EventKind::alloc:
        return intake_.alloc(row.id, row.size, at, where);
      case EventKind::free:
        return intake_.free(row.id, size, at, row.has_stream);
      case EventKind::free_requested:
        return intake_.free_requested(row.id, size, at, row.has_stream);
      case EventKind::free_completed:
        return intake_.free_completed(row.id, size, at, row.has_stream);
      case EventKind::marker:
        return intake_.marker(at);
      case EventKind::oom:
        return intake_.oom(row.size, row.device_free_plus_one, at);
      case EventKind::cleanup:
        return intake_.cleanup(at);
    }
  }

  core::SimTime time_of(const CsvRow& row) {
    const core::SimTime time{core::SimDuration{timed_ ? row.time : intake_.next_event()}};
    if (time >= now_) {
      now_ = time;
      return time;
    }
    if (!reading_.options.lenient) {
      throw InputError{ErrorClass::inconsistent, LinePosition{row.line, 0},
                       fmt::format("{} ns after {} ns; --sort sorts", row.time, now_.time_since_epoch().count()),
                       "time_ns"};
    }
    return intake_.clamped(time);
  }

  void give_sorted() {
    const auto key = [](const CsvRow& row) { return std::pair{row.kind != EventKind::preexisting, row.time}; };
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [&key](const CsvRow& left, const CsvRow& right) { return key(left) < key(right); });
    std::for_each(sorted_.begin(), sorted_.end(), [this](const CsvRow& row) { give(row); });
  }

  const Reading& reading_;
  Intake intake_;
  LineReader lines_;
  RecordReader records_;
  std::array<CsvRow, kMostWaiting> waiting_;
  std::size_t waiting_count_ = 0;
  std::deque<CsvRow> sorted_;  // with --sort: all rows
  std::string_view last_tag_;  // as the string table holds it
  Tag last_tag_number_;
  std::uint64_t last_time_ = 0;
  core::SimTime now_{};  // of the last event given
  bool timed_ = false;
  bool begun_ = false;
  bool cut_ = false;  // the last line was no whole row
};

bool is_csv(const Glimpse& start) {
  return has_columns(header_columns(start), {"event", "id", "size"});
}

void read_csv(const Reading& reading) {
  CsvReader{reading}.read();
}

}  // namespace

const Format kCsvFormat{.name = "csv",
                        .sentence = "native CSV: a header, then an event a row",
                        .knows = {.time = true, .streams = true, .devices = true, .two_step_frees = true},
                        .options = {},
                        .sniff = is_csv,
                        .read = read_csv};

}  // namespace arenasim::traces
