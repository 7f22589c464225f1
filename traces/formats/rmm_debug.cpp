#include "traces/formats/rmm_debug.hpp"

#include <optional>

#include "traces/formats/line_records.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/formats/time_of_day.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

enum class Kind : std::uint8_t { text, header, alloc, free, failure };

struct Entry {
  Kind kind = Kind::text;
  std::uint64_t time_of_day = 0;
  std::uint64_t pointer = 0;
  std::uint64_t size = 0;
  std::uint64_t stream = 0;
};

/// What stands in the next `[…]`, which must come first in `text` and is taken off it; nothing where there is none.
std::optional<std::string_view> take_bracket(std::string_view& text) {
  const std::size_t close = text.find(']');
  if (!text.starts_with('[') || close == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view inside = text.substr(1, close - 1);
  text.remove_prefix(close + 1);
  return inside;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) {
    return false;
  }
  text.remove_prefix(prefix.size());
  return true;
}

/// `[A]` and `[D]` records: the brackets behind the letter, told apart by their text.
Entry parse_brackets(const Line& line, std::string_view text, bool is_alloc) {
  Entry entry;
  std::optional<std::uint64_t> size;
  bool failed = false;
  while (const auto bracket = take_bracket(text)) {
    std::string_view inside = *bracket;
    if (inside.starts_with("FAILURE")) {
      failed = true;
    } else if (take_prefix(inside, "Stream ") || take_prefix(inside, "stream ")) {
      entry.stream = hex_field(line, inside, "Stream");
    } else if (inside.starts_with("0x")) {
      entry.pointer = hex_field(line, inside, "Pointer");
    } else if (inside.ends_with('B')) {
      take_prefix(inside, "Upstream ");
      inside.remove_suffix(1);
      size = unsigned_field(line, inside, "Size");
    }
  }
  if (failed && !size) {
    throw InputError{ErrorClass::missing_field, line.end(), "a failure without the bytes asked for", "Size"};
  }
  entry.size = size.value_or(0);
  if (failed && is_alloc) {
    entry.kind = Kind::failure;
  } else if (size && entry.pointer != 0) {
    entry.kind = is_alloc ? Kind::alloc : Kind::free;
  }
  return entry;
}

/// `[thread][time][level] text`; any other line is text.
std::optional<Entry> parse_line(const Line& line) {
  std::string_view rest = line.text;
  const auto thread = take_bracket(rest);
  const auto time = take_bracket(rest);
  const auto level = take_bracket(rest);
  if (!thread || !time || !level || time->find(':') == std::string_view::npos) {
    return is_blank(line.text) ? std::nullopt : std::optional{Entry{}};
  }
  const std::uint64_t time_of_day =
      required(parse_time_of_day(trimmed(*time)), line, *time, "a time HH:MM:SS:ffffff", "Time");
  const std::string_view text = trimmed(rest);
  Entry entry;
  if (text.starts_with("[A]") || text.starts_with("[D]")) {
    entry = parse_brackets(line, text.substr(3), text[1] == 'A');
  } else if (text.starts_with("----- RMM LOG BEGIN")) {
    entry.kind = Kind::header;
  }
  entry.time_of_day = time_of_day;
  return entry;
}

class RmmDebugReplay {
 public:
  explicit RmmDebugReplay(Intake& intake) : intake_(intake), time_(intake) {}

  void take(const Entry& entry, const Line& line) {
    if (entry.kind == Kind::text) {
      intake_.pass_over("text");
      return;
    }
    RecordContext at{.time = time_(days_(entry.time_of_day))};
    if (entry.kind == Kind::header) {
      ++intake_.import().records.overhead;
      return;
    }
    at.stream = streams_.number(entry.stream);
    const core::Bytes size{entry.size};
    if (entry.kind == Kind::alloc) {
      intake_.alloc(entry.pointer, size, at, line.whole());
    } else if (entry.kind == Kind::free) {
      intake_.free(entry.pointer, &size, at, true);
    } else {
      intake_.oom(size, 0, at);
    }
  }

  [[nodiscard]] const PointerStreams& streams() const { return streams_; }

 private:
  Intake& intake_;
  TimeFromFirst time_;
  DayCounter days_;
  PointerStreams streams_;
};

void read_rmm_debug(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = "us";
  reading.import.pairing = "address";
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  RmmDebugReplay replay{intake};
  for_each_record(lines, intake, parse_line, [&](const Entry& entry, const Line& line) { replay.take(entry, line); });
  replay.streams().write_to(reading.import);
  intake.finish(lines.at());
}

bool is_rmm_debug(const Glimpse& start) {
  std::string_view rest = first_line(start);
  const auto thread = take_bracket(rest);
  const auto time = take_bracket(rest);
  const auto level = take_bracket(rest);
  return thread && time && level && trimmed(*thread).find_first_not_of("0123456789") == std::string_view::npos &&
         !trimmed(*thread).empty() && time->find(':') != std::string_view::npos &&
         parse_time_of_day(trimmed(*time)).has_value();
}

}  // namespace

const Format kRmmDebugFormat{.name = "rmm-debug",
                             .sentence = "debug log of RMM: failures, and allocations where it says them",
                             .knows = {.time = true, .streams = true, .addresses = true},
                             .options = {},
                             .sniff = is_rmm_debug,
                             .read = read_rmm_debug};

}  // namespace arenasim::traces
