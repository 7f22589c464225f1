#include "traces/formats/heaptrack.hpp"

#include <limits>
#include <optional>
#include <vector>

#include "traces/formats/line_records.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint64_t kNewestVersion = 3;
constexpr std::string_view kSkippedLetters = "RIistxXmAS";

/// Raw events name addresses; interpreted ones name a class of equal allocations, so that frees are taken as last in,
/// first out within it.
enum class Form : std::uint8_t { unknown, raw, interpreted };

struct Entry {
  char letter = 0;
  std::uint64_t number = 0;  ///< of `c`: the time; of the others: the size or the class
  std::uint64_t pointer = 0;
};

/// What the file has said so far; it decides how a line is read.
class Grammar {
 public:
  [[nodiscard]] std::optional<Entry> parse(const Line& line) {
    std::string_view rest = line.text;
    const std::string_view letter = take_word(rest);
    if (letter.empty()) {
      return std::nullopt;
    }
    if (letter == "#" || letter.front() == '#') {
      return Entry{.letter = '#'};
    }
    if (letter.size() != 1) {
      throw InputError{ErrorClass::syntax, line.at(letter.data()), quoted(letter) + " is no kind of line"};
    }
    Entry entry{.letter = letter.front()};
    switch (entry.letter) {
      case 'c':
        entry.number = field(line, rest, "time");
        break;
      case 'a':
        classes_.push_back(field(line, rest, "size"));
        break;
      case '+':
      case '-':
        parse_event(line, rest, entry);
        break;
      default:
        if (kSkippedLetters.find(entry.letter) == std::string_view::npos) {
          throw InputError{ErrorClass::syntax, line.at(letter.data()), quoted(letter) + " is no kind of line"};
        }
    }
    return entry;
  }

  [[nodiscard]] Form form() const { return form_; }

  /// The bytes of each block of a class that is defined.
  [[nodiscard]] core::Bytes class_size(std::uint64_t number) const { return core::Bytes{classes_[number]}; }

 private:
  static std::uint64_t field(const Line& line, std::string_view& rest, std::string_view name) {
    const std::string_view word = take_word(rest);
    if (word.empty()) {
      throw InputError{ErrorClass::missing_field, line.end(), "the line ends too early", std::string{name}};
    }
    return hex_field(line, word, name);
  }

  void parse_event(const Line& line, std::string_view rest, Entry& entry) {
    if (form_ == Form::unknown && entry.letter == '+') {
      std::string_view ahead = rest;
      static_cast<void>(take_word(ahead));
      form_ = take_word(ahead).empty() ? Form::interpreted : Form::raw;
    }
    if (form_ != Form::interpreted) {
      if (entry.letter == '+') {
        entry.number = field(line, rest, "size");
        static_cast<void>(field(line, rest, "trace"));
      }
      entry.pointer = field(line, rest, "pointer");
    } else {
      std::string_view word = rest;
      entry.number = field(line, rest, "class");
      word = take_word(word);
      if (entry.letter == '+' && entry.number >= classes_.size()) {
        throw InputError{ErrorClass::bad_value, line.at(word.data()),
                         quoted(word) + " names none of the classes defined so far", "class"};
      }
    }
    if (!take_word(rest).empty()) {
      throw InputError{ErrorClass::syntax, line.end(), "a field too many"};
    }
  }

  std::vector<std::uint64_t> classes_;
  Form form_ = Form::unknown;
};

class HeaptrackReplay {
 public:
  HeaptrackReplay(Intake& intake, const Grammar& grammar) : intake_(intake), grammar_(grammar), time_(intake) {}

  void take(const Entry& entry, const Line& line) {
    switch (entry.letter) {
      case 'c':
        advance(entry.number);
        ++intake_.import().records.overhead;
        return;
      case '+':
      case '-':
        started_ = true;
        grammar_.form() == Form::interpreted ? take_of_class(entry, line) : take_of_address(entry, line);
        return;
      case '#':
      case 'a':
        ++intake_.import().records.overhead;
        return;
      default:
        intake_.pass_over(std::string_view{&entry.letter, 1});
    }
  }

 private:
  void advance(std::uint64_t milliseconds) {
    constexpr std::uint64_t nanoseconds = 1'000'000;
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / nanoseconds;
    if (started_ && !clock_seen_) {
      static_cast<void>(time_(0));  // what came before the first clock line was at time 0
    }
    clock_seen_ = true;
    now_ = time_(std::min(milliseconds, most) * nanoseconds);
  }

  void take_of_address(const Entry& entry, const Line& line) {
    const RecordContext at{.time = now_};
    if (entry.letter == '+') {
      intake_.alloc(entry.pointer, core::Bytes{entry.number}, at, line.whole());
    } else if (entry.pointer == 0) {
      intake_.null_free(at);
    } else {
      intake_.free(entry.pointer, nullptr, at, false);
    }
  }

  /// The blocks of a class that are live are a stack: block n of it has the key (class, n).
  void take_of_class(const Entry& entry, const Line& line) {
    const RecordContext at{.time = now_};
    const auto key = [&](std::uint32_t block) { return entry.number << 32U | block; };
    if (live_.size() <= entry.number && entry.letter == '+') {
      live_.resize(entry.number + 1);
    }
    if (entry.letter == '+') {
      intake_.alloc(key(live_[entry.number]++), grammar_.class_size(entry.number), at, line.whole());
    } else if (entry.number < live_.size() && live_[entry.number] != 0) {
      intake_.free(key(--live_[entry.number]), nullptr, at, false);
    } else {
      intake_.free(std::numeric_limits<std::uint64_t>::max(), nullptr, at, false);
    }
  }

  Intake& intake_;
  const Grammar& grammar_;
  TimeFromFirst time_;
  core::SimTime now_;
  bool started_ = false;
  bool clock_seen_ = false;
  std::vector<std::uint32_t> live_;  // blocks by class
};

void read_header(LineReader& lines) {
  std::string_view text;
  do {
    if (!lines.next(text)) {
      throw InputError{ErrorClass::missing_field, LinePosition{1, 0}, "no version line", "version"};
    }
  } while (is_blank(text) || text.starts_with('#'));
  const Line line{text, lines.number()};
  std::string_view rest = text;
  const std::string_view letter = take_word(rest);
  const std::string_view tool = take_word(rest);
  const std::string_view version = take_word(rest);
  if (letter != "v" || tool.empty()) {
    throw InputError{ErrorClass::missing_field, line.whole(), "no version line", "version"};
  }
  static_cast<void>(hex_field(line, tool, "version"));
  // Early writers gave the version of the tool alone.
  if (!version.empty() && hex_field(line, version, "version") > kNewestVersion) {
    throw InputError{ErrorClass::unsupported, line.at(version.data()),
                     "file version " + std::string{version} + "; up to 3 are read", "version"};
  }
}

void read_heaptrack(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = "ms";
  read_header(lines);
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  Grammar grammar;
  HeaptrackReplay replay{intake, grammar};
  for_each_record(
      lines, intake, [&](const Line& line) { return grammar.parse(line); },
      [&](const Entry& entry, const Line& line) { replay.take(entry, line); });
  reading.import.pairing = grammar.form() == Form::interpreted ? "class-lifo" : "address";
  intake.finish(lines.at());
}

bool is_heaptrack(const Glimpse& start) {
  std::string_view rest = first_line(start);
  const std::string_view letter = take_word(rest);
  const std::string_view tool = take_word(rest);
  const std::string_view version = take_word(rest);
  return letter == "v" && parse_hex(tool) && parse_hex(version) && take_word(rest).empty();
}

}  // namespace

const Format kHeaptrackFormat{.name = "heaptrack",
                              .sentence = "heaptrack recording, raw or interpreted",
                              .knows = {.time = true, .addresses = true},
                              .options = {},
                              .sniff = is_heaptrack,
                              .read = read_heaptrack};

}  // namespace arenasim::traces
