#include "traces/formats/csv.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "traces/formats/csv_header.hpp"
#include "traces/formats/csv_row.hpp"
#include "traces/lines.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

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
    while (next_record()) {
      try {
        take(parse_csv_row(header, records_));
      } catch (const InputError& error) {
        if (is_final(error, records_)) {
          throw;
        }
        intake_.skip(error);
      }
    }
    give_sorted();
    reading_.import.repairs.truncated_tail = lines_.truncated();
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

  /// As RecordReader::next, past records that lenient skips.
  bool next_record() {
    while (true) {
      try {
        return records_.next();
      } catch (const InputError& error) {
        if (is_final(error, records_)) {
          throw;
        }
        intake_.skip(error);
      }
    }
  }

  void take(CsvRow row) {
    if (row.kind == EventKind::preexisting && begun_) {
      throw InputError{ErrorClass::inconsistent, LinePosition{row.line, 0},
                       "preexisting after other events; such rows come first", "event"};
    }
    begun_ = begun_ || row.kind != EventKind::preexisting;
    if (!reading_.options.sort) {
      give(row, reading_.strings.intern(row.tag));
      return;
    }
    resorted_ += row.time < last_time_ ? 1U : 0U;
    last_time_ = row.time;
    const Tag tag = reading_.strings.intern(row.tag);
    row.tag = {};
    sorted_.push_back({row, tag});
  }

  void give(const CsvRow& row, Tag tag) {
    const RecordContext at{time_of(row), row.stream, row.device, tag};
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
    if (time >= intake_.now()) {
      return time;
    }
    if (!reading_.options.lenient) {
      throw InputError{
          ErrorClass::inconsistent, LinePosition{row.line, 0},
          fmt::format("{} ns after {} ns; --sort sorts", row.time, intake_.now().time_since_epoch().count()),
          "time_ns"};
    }
    return intake_.clamped(time);
  }

  void give_sorted() {
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [](const Sorted& left, const Sorted& right) { return left.row.time < right.row.time; });
    reading_.import.repairs.resorted_events = resorted_;
    for (const Sorted& one : sorted_) {
      give(one.row, one.tag);
    }
  }

  struct Sorted {
    CsvRow row;
    Tag tag;
  };

  const Reading& reading_;
  Intake intake_;
  LineReader lines_;
  RecordReader records_;
  std::deque<Sorted> sorted_;  // with --sort: all rows
  std::uint64_t last_time_ = 0;
  std::uint64_t resorted_ = 0;
  bool timed_ = false;
  bool begun_ = false;
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
