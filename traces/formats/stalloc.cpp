#include "traces/formats/stalloc.hpp"

#include <optional>

#include "traces/formats/line_records.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

enum class Kind : std::uint8_t { alloc, free, phase, text };

struct Entry {
  Kind kind{};
  std::uint64_t pointer = 0;
  std::uint64_t size = 0;
  std::uint64_t stream = 0;
  std::string_view name;
};

bool is_phase(std::string_view line) {
  return line.starts_with("Iteration Index :") || line.find("Layer : F-start") != std::string_view::npos ||
         (line.find("micro-batch") != std::string_view::npos &&
          (line.ends_with(": F") || line.ends_with(": B") || line.ends_with(": W")));
}

Entry parse_request(const Line& line) {
  std::string_view rest = line.text;
  const std::string_view action = take_until(rest, ' ');
  const std::string_view pointer = take_until(rest, ' ');
  const std::string_view size = take_until(rest, ' ');
  if (action != "0" && action != "1") {
    throw InputError{ErrorClass::bad_value, line.at(action.data()), quoted(action) + " is neither 1 nor 0", "action"};
  }
  if (rest.empty()) {
    throw InputError{ErrorClass::syntax, line.end(), "a request of fewer than 4 fields"};
  }
  if (const std::size_t space = rest.find(' '); space != std::string_view::npos) {
    throw InputError{ErrorClass::syntax, line.at(rest.data() + space), "a request of more than 4 fields"};
  }
  return {.kind = action == "1" ? Kind::alloc : Kind::free,
          .pointer = hex_field(line, pointer, "pointer"),
          .size = unsigned_field(line, size, "size"),
          .stream = hex_field(line, rest, "stream"),
          .name = {}};
}

std::optional<Entry> parse_line(const Line& line) {
  if (is_blank(line.text)) {
    return std::nullopt;
  }
  if (line.text[0] >= '0' && line.text[0] <= '9') {
    return parse_request(line);
  }
  const std::string_view name = kept_text(line, trimmed(line.text), "marker");
  return Entry{.kind = is_phase(name) ? Kind::phase : Kind::text, .name = name};
}

class StallocReplay {
 public:
  explicit StallocReplay(Intake& intake) : intake_(intake) {}

  void take(const Entry& entry, const Line& line) {
    RecordContext at{.time = ordinal(intake_)};
    if (entry.kind == Kind::phase || entry.kind == Kind::text) {
      at.tag = intake_.strings().intern(entry.name);
      intake_.marker(at);
      if (entry.kind == Kind::text) {
        ++intake_.import().counters["other_lines"];
      }
      return;
    }
    at.stream = streams_.number(entry.stream);
    const core::Bytes size{entry.size};
    if (entry.pointer == 0) {
      entry.kind == Kind::alloc ? intake_.pass_over("empty_request") : intake_.null_free(at);
    } else if (entry.kind == Kind::alloc) {
      intake_.alloc(entry.pointer, size, at, line.whole());
    } else {
      intake_.free(entry.pointer, &size, at, true);
    }
  }

  [[nodiscard]] const PointerStreams& streams() const { return streams_; }

 private:
  Intake& intake_;
  PointerStreams streams_;
};

void read_stalloc(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = "ordinal";
  reading.import.pairing = "address";
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  StallocReplay replay{intake};
  for_each_record(lines, intake, parse_line, [&](const Entry& entry, const Line& line) { replay.take(entry, line); });
  replay.streams().write_to(reading.import);
  intake.finish(lines.at());
}

/// `0` or `1`, a pointer, a size and a stream.
bool is_request(std::string_view text) {
  const std::string_view action = take_until(text, ' ');
  const std::string_view pointer = take_until(text, ' ');
  const std::string_view size = take_until(text, ' ');
  const auto is_pointer = [](std::string_view word) { return word == "0" || word.starts_with("0x"); };
  return (action == "0" || action == "1") && is_pointer(pointer) && parse_hex(pointer) && parse_unsigned(size) &&
         is_pointer(text) && parse_hex(text);
}

bool is_stalloc(const Glimpse& start) {
  const std::string_view line = trimmed(first_line(start));
  return is_request(line) || is_phase(line);
}

}  // namespace

const Format kStallocFormat{.name = "stalloc",
                            .sentence = "request log of STAlloc",
                            .knows = {.streams = true, .addresses = true},
                            .options = {},
                            .sniff = is_stalloc,
                            .read = read_stalloc};

}  // namespace arenasim::traces
