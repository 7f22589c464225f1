#include "traces/formats/mtrace.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "traces/formats/line_records.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

struct Call {
  char operation = '=';  // of a record: one of + - < > !
  std::string_view caller;
  std::uint64_t pointer = 0;
  std::uint64_t size = 0;
};

/// The last word of `text`, taken off it together with the spaces round it.
std::string_view take_last_word(std::string_view& text) {
  const std::string_view kept = text.substr(0, text.find_last_not_of(' ') + 1);
  const std::size_t space = kept.find_last_of(' ');
  const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
  text = kept.substr(0, begin);
  return kept.substr(begin);
}

std::uint64_t pointer_of(const Line& line, std::string_view text) {
  return text == "(nil)" ? 0 : hex_field(line, text, "pointer");
}

/// Read from the right: a caller may hold spaces.
std::optional<Call> parse_call(const Line& line) {
  const std::string_view text = trimmed(line.text);
  if (text.empty()) {
    return std::nullopt;
  }
  if (text == "= Start" || text == "= End") {
    return Call{};
  }
  std::string_view rest = text;
  const std::string_view last = take_last_word(rest);
  const std::string_view middle = take_last_word(rest);
  std::string_view before = rest;
  const std::string_view first = take_last_word(before);
  if (first == "+" || first == ">" || first == "!") {
    return Call{.operation = first[0],
                .caller = trimmed(before),
                .pointer = pointer_of(line, middle),
                .size = hex_field(line, last, "size")};
  }
  if (middle == "-" || middle == "<") {
    return Call{.operation = middle[0], .caller = trimmed(rest), .pointer = pointer_of(line, last)};
  }
  throw InputError{ErrorClass::syntax, line.end(), "no operation +, -, <, > or ! with its fields"};
}

/// Calls in, events out; a realloc is two lines, which those of other callers may part.
class MtraceReplay {
 public:
  MtraceReplay(Intake& intake, const LineReader& lines) : intake_(intake), lines_(lines) {}

  void take(const Call& call, const Line& line) {
    const RecordContext at{.time = ordinal(intake_)};
    const core::Bytes size{call.size};
    switch (call.operation) {
      case '+':
        call.pointer == 0 ? intake_.oom(size, 0, at) : intake_.alloc(call.pointer, size, at, line.whole());
        return;
      case '-':
        call.pointer == 0 ? intake_.null_free(at) : intake_.free(call.pointer, nullptr, at, false);
        return;
      case '<':
        open_realloc(call, line);
        return;
      case '>':
        close_realloc(call, line);
        return;
      case '!':
        intake_.oom(size, 0, at);
        return;
      default:
        ++intake_.import().records.overhead;
    }
  }

  /// Call at the end of the file.
  void finish() {
    for (const auto& [caller, old] : reallocs_) {
      if (old.line != lines_.number()) {
        half_realloc(old);
      } else if (!intake_.options().lenient) {
        throw InputError{ErrorClass::truncated, LinePosition{old.line, 0}, "a realloc ends with the file"};
      } else {
        ++intake_.import().records.dropped;
        intake_.import().repairs.truncated_tail = true;
      }
    }
  }

 private:
  /// The first line of a realloc.
  struct Old {
    std::uint64_t pointer = 0;
    std::uint64_t line = 0;
  };

  void open_realloc(const Call& call, const Line& line) {
    const auto [entry, is_new] = reallocs_.try_emplace(std::string{call.caller}, Old{call.pointer, line.number});
    if (!is_new) {
      half_realloc(entry->second);
      entry->second = Old{call.pointer, line.number};
    }
  }

  void close_realloc(const Call& call, const Line& line) {
    const auto entry = reallocs_.find(std::string{call.caller});
    if (entry == reallocs_.end()) {
      skip_record(intake_, lines_, {ErrorClass::inconsistent, line.whole(), "a line > without its line <"});
      return;
    }
    intake_.realloc(entry->second.pointer, call.pointer, core::Bytes{call.size}, {.time = ordinal(intake_)},
                    line.whole());
    ++intake_.import().records.overhead;  // the line <
    reallocs_.erase(entry);
  }

  void half_realloc(const Old& old) {
    skip_record(intake_, lines_, {ErrorClass::inconsistent, LinePosition{old.line, 0}, "a line < without its line >"});
  }

  Intake& intake_;
  const LineReader& lines_;
  std::map<std::string, Old> reallocs_;  // begun and not ended, by caller
};

void read_mtrace(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = "ordinal";
  reading.import.pairing = "address";
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  MtraceReplay replay{intake, lines};
  for_each_record(lines, intake, parse_call, [&](const Call& call, const Line& line) { replay.take(call, line); });
  replay.finish();
  intake.finish(lines.at());
}

bool is_mtrace(const Glimpse& start) {
  const std::string_view line = first_line(start);
  return trimmed(line) == "= Start" || line.starts_with("@ ");
}

}  // namespace

const Format kMtraceFormat{.name = "mtrace",
                           .sentence = "log of glibc's mtrace",
                           .knows = {.addresses = true},
                           .options = {},
                           .sniff = is_mtrace,
                           .read = read_mtrace};

}  // namespace arenasim::traces
