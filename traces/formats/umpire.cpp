#include "traces/formats/umpire.hpp"

#include <simdjson.h>

#include "traces/formats/umpire/options.hpp"
#include "traces/formats/umpire/parser.hpp"
#include "traces/formats/umpire/replay.hpp"
#include "traces/lines.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

bool is_record(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] != '#';
}

/// Both forms are read, whichever a line has.
void read_umpire(const Reading& reading) {
  Intake intake(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense);
  LineReader lines(reading.source, reading.options.lenient);
  umpire::Parser parser;
  umpire::Replay replay(intake, reading.format_options.text("allocator"));
  for (std::string_view line; lines.next(line);) {
    if (!is_record(line)) {
      continue;
    }
    try {
      replay.take(parser.parse(line), [&] { return Position{lines.at()}; });
    } catch (const umpire::Malformed& fault) {
      intake.skip(InputError(fault.error_class, lines.at(fault.column), fault.text, fault.field));
    }
  }
  replay.finish();
  reading.import.repairs.truncated_tail = lines.truncated();
  intake.finish(lines.at());
}

/// Whether the first line alone is one JSON object with both members.
bool first_line_has(const Glimpse& start, std::string_view one, std::string_view other) {
  const auto lines = first_lines(start, 1);
  if (lines.empty() || !lines.front().starts_with('{')) {
    return false;
  }
  const simdjson::padded_string line(lines.front());
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  return parser.parse(line).get(object) == simdjson::SUCCESS && object[one].error() == simdjson::SUCCESS &&
         object[other].error() == simdjson::SUCCESS;
}

bool is_umpire(const Glimpse& start) {
  return first_line_has(start, "category", "name");
}

bool is_old_umpire(const Glimpse& start) {
  return first_line_has(start, "kind", "event");
}

}  // namespace

const Format kUmpireFormat{.name = "umpire",
                           .sentence = "Umpire replay log: JSON lines with category and name",
                           .knows = umpire::kKnows,
                           .options = umpire::kOptions,
                           .sniff = is_umpire,
                           .read = read_umpire};

const Format kUmpireOldFormat{.name = "umpire-old",
                              .sentence = "Umpire replay log of old versions: JSON lines with kind and event",
                              .knows = umpire::kKnows,
                              .options = umpire::kOptions,
                              .sniff = is_old_umpire,
                              .read = read_umpire};

}  // namespace arenasim::traces
