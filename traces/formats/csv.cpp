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
        records_(lines_),
        tags_(reading.strings) {}

  void read() {
    const CsvHeader header = read_header();
    reading_.import.ignored_columns = header.ignored();
    timed_ = header.has(CsvColumn::time_ns);
    reading_.import.clock = timed_ ? "ns" : "ordinal";
    const PlainRows plain{header};
    while (take_blocks(plain) || take_plain(plain) || take_carefully(header)) {
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

  /// Takes as many allocs and frees as may wait, or up to what is something else or not plain; false where that is what
  /// comes first.
  bool take_blocks(const PlainRows& plain) {
    const PlainRows::Blocks parsed = plain.parse_blocks(lines_.at_hand(), tags_, waiting_);
    if (parsed.count == 0) {
      return false;
    }
    const std::uint64_t first_line = lines_.number() + 1;
    lines_.pass_lines(parsed.count, parsed.next_line);
    take(std::span{waiting_}.first(parsed.count), first_line);
    return true;
  }

  /// Many at once, as long as they are ordinary, then one for itself; where that does not help, each for itself.
  void take(std::span<const BlockRecord> blocks, std::uint64_t first_line) {
    hint_at(blocks);
    bool at_once = timed_ && !reading_.options.sort;
    for (std::size_t at = 0; at < blocks.size(); ++at) {
      if (at_once) {
        const std::size_t count = intake_.take_ordinary(blocks.subspan(at));
        at_once = count != 0 || at == 0;
        begun_ = begun_ || count != 0;
        at += count;
      }
      if (at < blocks.size()) {
        take(row_of(blocks[at], first_line + at));
      }
    }
  }

  /// Where many blocks are live, what is known of those that the rows name is fetched for all of them at once.
  void hint_at(std::span<const BlockRecord> blocks) const {
    if (intake_.wants_hints()) {
      intake_.expect(blocks);
    }
  }

  static CsvRow row_of(const BlockRecord& block, std::uint64_t line) {
    CsvRow row;
    row.time = block.time.time_since_epoch().count();
    row.id = block.key;
    row.size = block.size;
    row.line = line;
    row.stream = block.stream;
    row.device = block.device;
    row.kind = block.begins ? EventKind::alloc : EventKind::free;
    row.has_size = block.has_size;
    row.has_stream = block.has_stream;
    row.tag_number = block.tag;
    return row;
  }

  /// A plain row of any kind; false where that is not what comes first.
  bool take_plain(const PlainRows& plain) {
    CsvRow row;
    const char* const next_line = plain.parse(lines_.at_hand(), row);
    const std::optional<Tag> tag = next_line != nullptr ? tags_.number(row.tag) : std::nullopt;
    if (!tag) {
      return false;
    }
    lines_.pass_lines(1, next_line);
    row.line = lines_.number();
    row.tag_number = *tag;
    take(row);
    return true;
  }

  /// The general way: quotes, blanks, and everything that is wrong. False at the end of the file.
  bool take_carefully(const CsvHeader& header) {
    std::string_view line;
    if (!lines_.next(line)) {
      return false;
    }
    CsvRow row;
    try {
      if (!records_.begin(line)) {
        return true;
      }
      row = parse_csv_row(header, records_);
    } catch (const InputError& error) {
      skip(error);
      return true;
    }
    row.tag_number = reading_.strings.intern(row.tag);
    take(row);
    return true;
  }

  void skip(const InputError& error) {
    if (is_final(error, records_)) {
      throw error;
    }
    intake_.skip(error);
    cut_ = cut_ || lines_.line_end().empty();
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
    const auto key = [](const CsvRow& row) { return std::pair{row.kind != EventKind::preexisting, row.time}; };
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [&key](const CsvRow& left, const CsvRow& right) { return key(left) < key(right); });
    std::for_each(sorted_.begin(), sorted_.end(), [this](const CsvRow& row) { give(row); });
  }

  const Reading& reading_;
  Intake intake_;
  LineReader lines_;
  RecordReader records_;
  CsvTags tags_;
  std::array<BlockRecord, kMostWaiting> waiting_;
  std::deque<CsvRow> sorted_;  // with --sort: all rows
  std::uint64_t last_time_ = 0;
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
