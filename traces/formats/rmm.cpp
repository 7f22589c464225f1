#include "traces/formats/rmm.hpp"

#include <array>
#include <optional>

#include "traces/formats/line_records.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/formats/rmm_row.hpp"
#include "traces/formats/time_of_day.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

constexpr std::array<std::string_view, 6> kColumns{"Thread", "Time", "Action", "Pointer", "Size", "Stream"};

enum class Action : std::uint8_t { allocate, free, failure };

/// Time of day, or seconds since an unknown moment.
struct RowTime {
  std::uint64_t nanoseconds = 0;
  bool of_day = false;
};

struct Row {
  RowTime time;
  std::uint64_t pointer = 0;
  std::uint64_t size = 0;
  std::uint64_t stream = 0;
  Action action{};
};

Action action_of(const Line& line, std::string_view text) {
  if (text == "allocate") {
    return Action::allocate;
  }
  if (text == "free" || text == "deallocate") {
    return Action::free;
  }
  if (text == "allocate failure") {
    return Action::failure;
  }
  throw InputError{text.empty() ? ErrorClass::missing_field : ErrorClass::bad_value, line.at(text.data()),
                   quoted(text) + " is none of allocate, free, deallocate, allocate failure", "Action"};
}

RowTime time_of(const Line& line, std::string_view text) {
  constexpr std::uint64_t second = 1'000'000'000;
  const bool of_day = text.find(':') != std::string_view::npos;
  const Parsed<std::uint64_t> parsed = of_day ? parse_time_of_day(text) : parse_scaled(text, second);
  return {required(parsed, line, text, "a time HH:MM:SS.ffffff", "Time"), of_day};
}

std::uint64_t pointer_of(const Line& line, std::string_view text) {
  return text.empty() || text == "(nil)" ? 0 : hex_field(line, text, "Pointer");
}

/// The six fields of a row.
std::array<std::string_view, kColumns.size()> split(const Line& line) {
  std::array<std::string_view, kColumns.size()> fields;
  std::string_view rest = line.text;
  for (std::size_t column = 0; column + 1 != fields.size(); ++column) {
    const std::size_t comma = rest.find(',');
    if (comma == std::string_view::npos) {
      throw InputError{ErrorClass::syntax, line.end(), "a row of fewer than 6 fields"};
    }
    fields[column] = trimmed(rest.substr(0, comma));
    rest.remove_prefix(comma + 1);
  }
  if (const std::size_t comma = rest.find(','); comma != std::string_view::npos) {
    throw InputError{ErrorClass::syntax, line.at(rest.data() + comma), "a row of more than 6 fields"};
  }
  fields.back() = trimmed(rest);
  return fields;
}

std::optional<Row> parse_row(const Line& line) {
  if (PlainRmmRow plain; parse_plain_rmm_row(line.text, plain)) {
    return Row{.time = {plain.nanoseconds, true},
               .pointer = plain.pointer,
               .size = plain.size,
               .stream = plain.stream,
               .action = plain.allocates ? Action::allocate : Action::free};
  }
  if (is_blank(line.text)) {
    return std::nullopt;
  }
  const auto [thread, time, action, pointer, size, stream] = split(line);
  const Row row{.time = time_of(line, time),
                .pointer = pointer_of(line, pointer),
                .size = unsigned_field(line, size, "Size"),
                .stream = hex_field(line, stream, "Stream"),
                .action = action_of(line, action)};
  if (row.action == Action::allocate && row.pointer == 0 && row.size != 0) {
    throw InputError{ErrorClass::bad_value, line.at(pointer.data()), "a null pointer for an allocation that succeeded",
                     "Pointer"};
  }
  return row;
}

/// Gives rows to the intake.
class RmmReplay {
 public:
  explicit RmmReplay(Intake& intake) : intake_(intake), time_(intake) {}

  void take(const Row& row, const Line& line) {
    const std::uint64_t time = row.time.of_day ? days_(row.time.nanoseconds) : row.time.nanoseconds;
    const RecordContext at{.time = time_(time), .stream = streams_.number(row.stream)};
    const core::Bytes size{row.size};
    switch (row.action) {
      case Action::allocate:
        intake_.alloc(row.pointer, size, at, line.whole());
        return;
      case Action::failure:
        intake_.oom(size, 0, at);
        return;
      case Action::free:
        row.pointer == 0 ? intake_.null_free(at) : intake_.free(row.pointer, &size, at, true);
        return;
    }
  }

  [[nodiscard]] const PointerStreams& streams() const { return streams_; }

 private:
  Intake& intake_;
  TimeFromFirst time_;
  DayCounter days_;
  PointerStreams streams_;
};

void read_rmm(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = "us";
  reading.import.pairing = "address";
  require_header(lines, kColumns);
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  RmmReplay replay{intake};
  for_each_record(lines, intake, parse_row, [&](const Row& row, const Line& line) { replay.take(row, line); });
  replay.streams().write_to(reading.import);
  intake.finish(lines.at());
}

bool is_rmm(const Glimpse& start) {
  return first_line(start).starts_with("Thread,Time,Action,Pointer");
}

}  // namespace

const Format kRmmFormat{.name = "rmm",
                        .sentence = "CSV log of RMM's logging resource adaptor",
                        .knows = {.time = true, .streams = true, .addresses = true},
                        .options = {},
                        .sniff = is_rmm,
                        .read = read_rmm};

}  // namespace arenasim::traces
