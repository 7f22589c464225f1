#include "traces/formats/allocatorsim.hpp"

#include <optional>
#include <string>

#include "traces/formats/line_records.hpp"
#include "traces/intake.hpp"
#include "traces/interval_events.hpp"
#include "traces/lines.hpp"

namespace arenasim::traces {
namespace {

std::int64_t tick(const Line& line, std::string_view text, std::string_view field) {
  static_cast<void>(unsigned_field(line, text, field));
  return required(parse_signed(text), line, text, "an operation number", field);
}

std::optional<Interval> parse_row(const Line& line) {
  std::string_view rest = line.text;
  const std::string_view start = take_word(rest);
  const std::string_view end = take_word(rest);
  const std::string_view size = take_word(rest);
  if (start.empty()) {
    return std::nullopt;
  }
  if (size.empty() || !take_word(rest).empty()) {
    throw InputError{ErrorClass::syntax, line.end(), "a row that is not three numbers"};
  }
  const Interval interval{.lower = tick(line, start, "START"),
                          .upper = tick(line, end, "END"),
                          .size = core::Bytes{unsigned_field(line, size, "SIZE")},
                          .record = line.number};
  if (interval.lower >= interval.upper) {
    throw InputError{ErrorClass::bad_value, line.at(end.data()),
                     quoted(end) + " is not behind START, " + std::string{start}, "END"};
  }
  return interval;
}

void read_allocatorsim(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = "tick";
  reading.import.pairing = "row";
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  IntervalEvents intervals;
  for_each_record(lines, intake, parse_row, [&](Interval& interval, const Line& line) {
    interval.key = line.number;
    intervals.add(interval);
  });
  intervals.emit(intake, [](const Interval& interval) { return LinePosition{interval.record, 0}; });
  intake.finish(lines.at());
}

}  // namespace

const Format kAllocatorsimFormat{.name = "allocatorsim",
                                 .sentence = "lives of allocatorSim, START END SIZE a line (needs --format)",
                                 .knows = {.time = true},
                                 .options = {},
                                 .sniff = nullptr,
                                 .read = read_allocatorsim};

}  // namespace arenasim::traces
