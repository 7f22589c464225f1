#include "traces/formats/opencl_log.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include "traces/formats/line_records.hpp"
#include "traces/formats/opencl_call.hpp"
#include "traces/formats/opencl_events.hpp"
#include "traces/formats/opencl_open_calls.hpp"
#include "traces/formats/opencl_request.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::traces {
namespace {

bool is_head(std::string_view line) {
  return line.starts_with("CLIntercept (") && line.ends_with("is loading...");
}

/// A line of the log and what it says.
struct Record {
  std::optional<OpenclCall> call;  ///< nothing: text
  OpenclRequest request;           ///< of an enter
  std::uint64_t returned = 0;      ///< of the exit of a call that creates
  bool malformed = false;          ///< counted already; it only opens or closes
  bool is_head = false;
};

class OpenclLogReader {
 public:
  explicit OpenclLogReader(const Reading& reading)
      : reading_(reading),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense),
        lines_(reading.source, reading.options.lenient),
        time_(intake_),
        events_(intake_, open_calls_) {}

  void read() {
    for_each_record(
        lines_, intake_, [this](const Line& line) { return parse(line); },
        [this](const Record& record, const Line& line) { take(record, line); });
    Import& import = reading_.import;
    events_.write_counters();
    import.counters["calls"] = calls_;
    import.counters["heads"] = heads_;
    import.records.overhead += open_calls_.count();
    intake_.finish(lines_.at());
  }

 private:
  std::optional<Record> parse(const Line& raw) {
    const Line line = without_nuls(raw);
    if (is_blank(line.text)) {
      return std::nullopt;
    }
    Record record{.call = parse_opencl_call(line), .request = {}};
    if (!record.call) {
      record.is_head = is_head(line.text);
      return record;
    }
    check_form(*record.call, line);
    try {
      if (record.call->enters) {
        record.request = parse_opencl_request(*record.call, line);
      } else if (creates(opencl_kind(record.call->function))) {
        record.returned = parse_opencl_returned(*record.call, line);
      }
    } catch (const InputError& error) {
      skip_record(intake_, lines_, error);
      record.request.kind = OpenclKind::malformed;
      record.malformed = true;
    }
    return record;
  }

  /// A log whose head another process wrote over holds a run of them.
  Line without_nuls(const Line& line) {
    const std::size_t first = line.text.find('\0');
    if (first == std::string_view::npos) {
      return line;
    }
    if (!reading_.options.lenient) {
      throw InputError{ErrorClass::encoding, line.at(line.text.data() + first),
                       "NUL bytes: another process wrote over the log; --lenient passes over them"};
    }
    kept_ = line.text;
    kept_.erase(std::remove(kept_.begin(), kept_.end(), '\0'), kept_.end());
    reading_.import.skipped["encoding"] += line.text.size() - kept_.size();
    return {kept_, line.number};
  }

  /// Every call line has the parts that the first has.
  void check_form(const OpenclCall& call, const Line& line) {
    if (!form_) {
      form_ = call.prefix;
      reading_.import.clock = call.prefix.microseconds ? "us" : "ordinal";
    }
    if (!form_->same_form(call.prefix)) {
      throw InputError{ErrorClass::inconsistent, line.whole(), "other parts before the function's name than above",
                       "Time"};
    }
  }

  void take(const Record& record, const Line& line) {
    if (!record.call) {
      head_since_call_ = head_since_call_ || record.is_head;
      heads_ += record.is_head ? 1 : 0;
      intake_.pass_over("text");
      return;
    }
    const OpenclCall& call = *record.call;
    const RecordContext at{.time = time_of(call, line)};
    if (call.enters) {
      ++calls_;
      open_calls_.enter(call, record.request);
      return;
    }
    const auto request = open_calls_.exit(call);
    if (request && !record.malformed) {
      events_.finish(*request, call, record.returned, at, line.whole());
    } else if (!request && !record.malformed) {
      intake_.pass_over("exit_without_enter");
    }
  }

  core::SimTime time_of(const OpenclCall& call, const Line& line) {
    if (!call.prefix.microseconds) {
      return ordinal(intake_);
    }
    const std::uint64_t microseconds = *call.prefix.microseconds;
    constexpr std::uint64_t nanoseconds = 1000;
    if (microseconds > std::numeric_limits<std::uint64_t>::max() / nanoseconds) {
      throw InputError{ErrorClass::range, line.whole(), "a time that does not fit", "Time"};
    }
    if (head_since_call_ && microseconds < last_microseconds_) {
      throw InputError{ErrorClass::inconsistent, line.whole(),
                       "the time falls behind a second head: the file holds several runs", "Time"};
    }
    head_since_call_ = false;
    last_microseconds_ = microseconds;
    return time_(microseconds * nanoseconds);
  }

  const Reading& reading_;
  Intake intake_;
  LineReader lines_;
  TimeFromFirst time_;
  OpenclOpenCalls open_calls_;
  OpenclEvents events_;
  std::optional<OpenclPrefix> form_;  // of the first call line
  std::uint64_t last_microseconds_ = 0;
  std::uint64_t calls_ = 0;
  std::uint64_t heads_ = 0;
  bool head_since_call_ = false;
  std::string kept_;  // a line without its NUL bytes
};

void read_opencl_log(const Reading& reading) {
  reading.import.pairing = "handle";
  OpenclLogReader{reading}.read();
}

/// Lines of a glimpse, NUL bytes before them left out.
std::string_view take_line(std::string_view& text) {
  constexpr std::string_view padding{" \t\r\n\0", 5};
  text.remove_prefix(std::min(text.find_first_not_of(padding), text.size()));
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size());
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

/// `-=-=-=`
bool is_rule(std::string_view line) {
  for (std::size_t index = 0; index != line.size(); ++index) {
    if (line[index] != (index % 2 == 0 ? '-' : '=')) {
      return false;
    }
  }
  return !line.empty() && line.size() % 2 == 0;
}

/// The name begins `cl` and a capital.
bool is_cl_call(std::string_view line) {
  try {
    const auto call = parse_opencl_call({line, 1});
    return call && call->function.size() > 2 && call->function.starts_with("cl") && call->function[2] >= 'A' &&
           call->function[2] <= 'Z';
  } catch (const InputError&) {
    return false;
  }
}

bool is_opencl_log(const Glimpse& start) {
  constexpr int most_lines = 1000;
  std::string_view rest = start.bytes;
  const std::string_view first = take_line(rest);
  if (std::string_view behind = rest; is_rule(first) && is_head(take_line(behind))) {
    return true;
  }
  rest = start.bytes;
  for (int count = 0; count != most_lines && !rest.empty(); ++count) {
    if (is_cl_call(take_line(rest))) {
      return true;
    }
  }
  return false;
}

}  // namespace

const Format kOpenclLogFormat{.name = "opencl-log",
                              .sentence = "call log of the OpenCL Intercept Layer",
                              .knows = {.time = true, .addresses = true},
                              .options = {},
                              .sniff = is_opencl_log,
                              .read = read_opencl_log};

}  // namespace arenasim::traces
