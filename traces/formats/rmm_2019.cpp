#include "traces/formats/rmm_2019.hpp"

#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "traces/formats/line_records.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

constexpr std::array<std::string_view, 12> kColumns{"Event Type",   "Device ID",   "Address",      "Stream",
                                                    "Size (bytes)", "Free Memory", "Total Memory", "Current Allocs",
                                                    "Start",        "End",         "Elapsed",      "Location"};

enum class Action : std::uint8_t { alloc, free, realloc };

struct Row {
  Action action{};
  DeviceId device;
  std::uint64_t address = 0;
  std::uint64_t stream = 0;
  std::uint64_t size = 0;
  std::uint64_t total_memory = 0;
  std::uint64_t live_after = 0;
  std::uint64_t nanoseconds = 0;
  std::string_view location;
};

Action action_of(const Line& line, std::string_view text) {
  if (text == "Alloc") {
    return Action::alloc;
  }
  if (text == "Free") {
    return Action::free;
  }
  if (text == "Realloc") {
    return Action::realloc;
  }
  throw InputError{text.empty() ? ErrorClass::missing_field : ErrorClass::bad_value, line.at(text.data()),
                   quoted(text) + " is none of Alloc, Free, Realloc", std::string{kColumns[0]}};
}

/// All fields but the last end at a comma; the location is the rest.
std::optional<Row> parse_row(const Line& line) {
  if (is_blank(line.text)) {
    return std::nullopt;
  }
  std::array<std::string_view, kColumns.size()> fields;
  std::string_view rest = line.text;
  for (std::size_t column = 0; column + 1 != fields.size(); ++column) {
    if (rest.find(',') == std::string_view::npos) {
      throw InputError{ErrorClass::syntax, line.end(), "a row of fewer than 12 fields"};
    }
    fields[column] = trimmed(take_until(rest, ','));
  }
  constexpr std::uint64_t second = 1'000'000'000;
  const auto number = [&](std::size_t column) { return unsigned_field(line, fields[column], kColumns[column]); };
  const auto hex = [&](std::size_t column) { return hex_field(line, fields[column], kColumns[column]); };
  const auto seconds = [&](std::size_t column) {
    return required(parse_scaled(fields[column], second, Exponent::allowed), line, fields[column], "seconds",
                    kColumns[column]);
  };
  const Action action = action_of(line, fields[0]);
  const std::uint64_t start = seconds(8);
  const std::uint64_t end = seconds(9);
  return Row{.action = action,
             .device = DeviceId{required(parse_signed32(fields[1]), line, fields[1], "a device number", kColumns[1])},
             .address = fields[2] == "(nil)" ? 0 : hex(2),
             .stream = hex(3),
             .size = number(4),
             .total_memory = number(6),
             .live_after = number(7),
             .nanoseconds = action == Action::free ? start : end,
             .location = kept_text(line, trimmed(rest), kColumns.back())};
}

class Rmm2019Replay {
 public:
  explicit Rmm2019Replay(const Reading& reading, Intake& intake) : reading_(reading), intake_(intake), time_(intake) {}

  void take(const Row& row, const Line& line) {
    const RecordContext at{.time = time_(row.nanoseconds),
                           .stream = streams_.number(row.stream),
                           .device = row.device,
                           .tag = reading_.strings.intern(row.location)};
    if (row.total_memory != 0) {
      reading_.recorded.limits[fmt::format("device {} memory", row.device.number())] = core::Bytes{row.total_memory};
    }
    const bool was_live = intake_.live(row.address, row.device);
    emit(row, at, line);
    std::uint64_t& live = live_[row.device.number()];
    if (row.action == Action::free) {
      live -= was_live ? 1 : 0;
    } else {
      live += was_live ? 0 : 1;
    }
    if (live != row.live_after) {
      ++reading_.import.counters["current_allocs_mismatches"];
    }
  }

  [[nodiscard]] const PointerStreams& streams() const { return streams_; }

 private:
  void emit(const Row& row, const RecordContext& at, const Line& line) {
    const core::Bytes size{row.size};
    switch (row.action) {
      case Action::alloc:
        intake_.alloc(row.address, size, at, line.whole());
        return;
      case Action::realloc:
        intake_.realloc(row.address, row.address, size, at, line.whole());
        return;
      case Action::free:
        // A free that says 0 says nothing of the size.
        row.address == 0 ? intake_.null_free(at) : intake_.free(row.address, row.size == 0 ? nullptr : &size, at, true);
        return;
    }
  }

  const Reading& reading_;
  Intake& intake_;
  TimeFromFirst time_;
  PointerStreams streams_;
  std::map<std::int32_t, std::uint64_t> live_;  // blocks by device
};

void read_rmm_2019(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = std::string{"s"};
  reading.import.pairing = "address";
  require_header(lines, kColumns);
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  Rmm2019Replay replay{reading, intake};
  for_each_record(lines, intake, parse_row, [&](const Row& row, const Line& line) { replay.take(row, line); });
  replay.streams().write_to(reading.import);
  intake.finish(lines.at());
}

bool is_rmm_2019(const Glimpse& start) {
  return first_line(start).starts_with("Event Type,Device ID,Address");
}

}  // namespace

const Format kRmm2019Format{.name = "rmm-2019",
                            .sentence = "CSV log of RMM before 2020",
                            .knows = {.time = true, .streams = true, .devices = true, .addresses = true},
                            .options = {},
                            .sniff = is_rmm_2019,
                            .read = read_rmm_2019};

}  // namespace arenasim::traces
