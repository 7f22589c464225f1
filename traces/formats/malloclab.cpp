#include "traces/formats/malloclab.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

#include "traces/formats/line_records.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::traces {
namespace {

/// What the first four lines say, in this order.
constexpr std::array<std::string_view, 4> kHeader{"heap size", "ids", "operations", "weight"};

enum class Action : std::uint8_t { alloc, realloc, free, null_free };

struct Operation {
  Action action{};
  std::uint64_t id = 0;
  std::uint64_t size = 0;
};

std::optional<Operation> parse_operation(const Line& line) {
  std::string_view rest = trimmed(line.text);
  if (rest.empty()) {
    return std::nullopt;
  }
  const std::string_view letter = take_word(rest);
  const std::string_view id = take_word(rest);
  const std::string_view size = take_word(rest);
  const bool sized = letter == "a" || letter == "r";
  if (!sized && letter != "f") {
    throw InputError{ErrorClass::syntax, line.at(letter.data()), quoted(letter) + " is none of a, r, f"};
  }
  if (id.empty() || (sized && size.empty())) {
    throw InputError{ErrorClass::missing_field, line.end(), "the line ends too early", id.empty() ? "id" : "size"};
  }
  if (!take_word(rest).empty() || (!sized && !size.empty())) {
    throw InputError{ErrorClass::syntax, line.end(), "a field too many"};
  }
  if (letter == "f") {
    return id == "-1" ? Operation{.action = Action::null_free}
                      : Operation{.action = Action::free, .id = unsigned_field(line, id, "id")};
  }
  return Operation{.action = letter == "a" ? Action::alloc : Action::realloc,
                   .id = unsigned_field(line, id, "id"),
                   .size = unsigned_field(line, size, "size")};
}

/// Says what the header declares; throws where its four lines are not one integer each.
std::array<std::uint64_t, kHeader.size()> read_header(LineReader& lines) {
  std::array<std::uint64_t, kHeader.size()> values{};
  for (std::size_t index = 0; index != kHeader.size();) {
    std::string_view text;
    if (!lines.next(text)) {
      throw InputError{ErrorClass::missing_field, lines.at(), "the header ends too early", std::string{kHeader[index]}};
    }
    if (!is_blank(text)) {
      const Line line{text, lines.number()};
      values[index] = unsigned_field(line, trimmed(text), kHeader[index]);
      ++index;
    }
  }
  return values;
}

class MalloclabReplay {
 public:
  explicit MalloclabReplay(Intake& intake) : intake_(intake) {}

  void take(const Operation& operation, const Line& line) {
    ++operations_;
    const RecordContext at{.time = ordinal(intake_)};
    const bool live = intake_.live(operation.id, DeviceId{});
    const core::Bytes size{operation.size};
    if (operation.action != Action::null_free) {
      ids_.insert(operation.id);
    }
    switch (operation.action) {
      case Action::alloc:
        intake_.alloc(operation.id, size, at, line.whole());
        return;
      case Action::realloc:
        if (!live) {
          intake_.alloc(operation.id, size, at, line.whole());
        } else if (operation.size == 0) {
          intake_.free(operation.id, nullptr, at, false);
        } else {
          intake_.realloc(operation.id, operation.id, size, at, line.whole());
        }
        return;
      case Action::free:
        intake_.free(operation.id, nullptr, at, false);
        return;
      case Action::null_free:
        intake_.null_free(at);
        return;
    }
  }

  /// How many of the two declared counts differ from the lines.
  [[nodiscard]] std::uint64_t mismatches(std::uint64_t ids, std::uint64_t operations) const {
    return (ids != ids_.size() ? 1U : 0U) + (operations != operations_ ? 1U : 0U);
  }

 private:
  Intake& intake_;
  std::unordered_set<std::uint64_t> ids_;
  std::uint64_t operations_ = 0;
};

void read_malloclab(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient, LineReader::Ends::lone_cr_too};
  reading.import.clock = "ordinal";
  reading.import.pairing = "id";
  const auto [heap, ids, operations, weight] = read_header(lines);
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  MalloclabReplay replay{intake};
  for_each_record(lines, intake, parse_operation,
                  [&](const Operation& operation, const Line& line) { replay.take(operation, line); });
  if (const std::uint64_t mismatches = replay.mismatches(ids, operations); mismatches != 0) {
    reading.import.counters["count_mismatch"] = mismatches;
  }
  intake.finish(lines.at());
}

/// The next line that is not blank, whatever ends it.
std::string_view take_line(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of("\r\n \t"), text.size()));
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  text.remove_prefix(line.size());
  return trimmed(line);
}

bool is_malloclab(const Glimpse& start) {
  std::string_view rest = start.bytes;
  for (std::size_t index = 0; index != kHeader.size(); ++index) {
    if (!parse_unsigned(take_line(rest))) {
      return false;
    }
  }
  const std::string_view line = take_line(rest);
  return line.starts_with("a ") || line.starts_with("r ") || line.starts_with("f ");
}

}  // namespace

const Format kMalloclabFormat{.name = "malloclab",
                              .sentence = "malloc lab trace (.rep)",
                              .knows = {},
                              .options = {},
                              .sniff = is_malloclab,
                              .read = read_malloclab};

}  // namespace arenasim::traces
