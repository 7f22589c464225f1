#include "traces/formats/columns_layout.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "traces/formats/csv_row.hpp"
#include "traces/numbers.hpp"

namespace arenasim::traces {
namespace {

/// The value of the first of these options that is given, or nothing.
std::optional<std::string> given(const FormatOptions& options, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const auto found = options.find(name); found != options.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

bool is_set(const FormatOptions& options, std::initializer_list<const char*> names) {
  const auto value = given(options, names);
  return value && *value != "false";
}

[[noreturn]] void refuse_option(std::string_view option, std::string_view value, std::string_view expected) {
  throw InputError{ErrorClass::bad_value, WholeFile{},
                   fmt::format("option {}: {} is not {}", option, quoted(value), expected), std::string{option}};
}

/// The field that a column is, by its number from 1 or its name in the header.
std::size_t field_of(const std::string& column, const RecordReader& first, bool header, std::string_view option) {
  const auto& fields = first.fields();
  if (const auto number = parse_unsigned(column)) {
    if (*number == 0 || *number > fields.size()) {
      throw InputError{ErrorClass::missing_field, LinePosition{first.position().line, 0},
                       fmt::format("column {}; there are {}", *number, fields.size()), std::string{option}};
    }
    return static_cast<std::size_t>(*number - 1);
  }
  const auto named = std::find_if(fields.begin(), fields.end(), [&column](const Field& field) {
    return lower_case(trimmed(field.text)) == lower_case(column);
  });
  if (!header || named == fields.end()) {
    throw InputError{ErrorClass::missing_field, LinePosition{first.position().line, 0},
                     header ? fmt::format("the header has no column {}", quoted(column))
                            : std::string{"columns have names only with header=true"},
                     std::string{option}};
  }
  return static_cast<std::size_t>(named - fields.begin());
}

std::uint64_t unit_of(const std::string& unit) {
  constexpr std::array<std::pair<std::string_view, std::uint64_t>, 4> units{
      {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};
  const auto* const found =
      std::find_if(units.begin(), units.end(), [&unit](const auto& one) { return one.first == unit; });
  if (found == units.end()) {
    refuse_option("time-unit", unit, "ns, us, ms or s");
  }
  return found->second;
}

/// `A=alloc,F=free`; without it, the words of native CSV.
std::map<std::string, EventKind, std::less<>> words_of(const FormatOptions& options) {
  std::map<std::string, EventKind, std::less<>> words;
  const auto text = given(options, {"event-map"});
  if (!text) {
    for (const EventKind kind : kEventKinds) {
      words.emplace(name(kind), kind);
    }
    return words;
  }
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const std::size_t equals = pair.rfind('=');
    const auto kind = equals == std::string_view::npos ? std::nullopt : event_kind_of(pair.substr(equals + 1));
    if (!kind) {
      refuse_option("event-map", pair, "WORD=EVENT");
    }
    words.emplace(pair.substr(0, equals), *kind);
  }
  return words;
}

RowMeaning meaning_of(const FormatOptions& options, bool has_event) {
  if (has_event) {
    return RowMeaning::event_word;
  }
  if (is_set(options, {"signed-size"})) {
    return RowMeaning::signed_size;
  }
  if (given(options, {"end", "end-col"})) {
    return RowMeaning::interval;
  }
  if (is_set(options, {"toggle"})) {
    return RowMeaning::toggle;
  }
  throw InputError{ErrorClass::missing_field, WholeFile{},
                   "nothing says which rows free: give event=COLUMN, signed-size=true, end=COLUMN or toggle=true",
                   "event"};
}

}  // namespace

ColumnsShape::ColumnsShape(const FormatOptions& options) {
  const std::string text = given(options, {"delimiter"}).value_or("comma");
  if (text == "comma") {
    delimiter = ',';
  } else if (text == "\\t" || text == "tab") {
    delimiter = '\t';
  } else if (text.size() == 1) {
    delimiter = text.front();
  } else {
    refuse_option("delimiter", text, "one byte, `comma`, `tab` or `\\t`");
  }
  quotes = delimiter == ',' || is_set(options, {"quote"});
  header = is_set(options, {"header", "has-header"});
}

ColumnsLayout::ColumnsLayout(const FormatOptions& options, const RecordReader& first, bool header)
    : field_count(first.fields().size()) {
  const auto find = [&](std::initializer_list<const char*> names) -> std::optional<std::size_t> {
    const auto column = given(options, names);
    return column ? std::optional{field_of(*column, first, header, *names.begin())} : std::nullopt;
  };
  const auto require = [&](std::initializer_list<const char*> names) {
    const auto field = find(names);
    if (!field) {
      throw InputError{ErrorClass::missing_field, WholeFile{},
                       fmt::format("the format columns needs {}=COLUMN", *names.begin()), *names.begin()};
    }
    return *field;
  };
  id = require({"id", "obj-id-col"});
  size = require({"size", "obj-size-col"});
  time = find({"time", "time-col"});
  event = find({"event"});
  stream = find({"stream"});
  tag = find({"tag"});
  device = find({"device"});
  end = find({"end", "end-col"});
  meaning = meaning_of(options, event.has_value());
  if (meaning == RowMeaning::interval && !time) {
    static_cast<void>(require({"time", "time-col"}));
  }
  time_unit = given(options, {"time-unit"}).value_or("ns");
  time_unit_ns = unit_of(time_unit);
  words = words_of(options);
}

std::span<const core::OptionSpec> columns_options() {
  using core::OptionType;
  static constexpr std::array options{
      core::OptionSpec{"id", OptionType::text, "", "what names a block: a column's number from 1, or its name",
                       "COLUMN"},
      core::OptionSpec{"size", OptionType::text, "", "bytes", "COLUMN"},
      core::OptionSpec{"time", OptionType::text, "", "when; without it events are numbered", "COLUMN"},
      core::OptionSpec{"event", OptionType::text, "", "what a row is, in words", "COLUMN"},
      core::OptionSpec{"stream", OptionType::text, "", "the stream's number", "COLUMN"},
      core::OptionSpec{"tag", OptionType::text, "", "a text that is kept", "COLUMN"},
      core::OptionSpec{"device", OptionType::text, "", "the device's number", "COLUMN"},
      core::OptionSpec{"end", OptionType::text, "", "a row is a life, from its time up to this one", "COLUMN"},
      core::OptionSpec{"obj-id-col", OptionType::text, "", "the same as id", "COLUMN"},
      core::OptionSpec{"obj-size-col", OptionType::text, "", "the same as size", "COLUMN"},
      core::OptionSpec{"time-col", OptionType::text, "", "the same as time", "COLUMN"},
      core::OptionSpec{"end-col", OptionType::text, "", "the same as end", "COLUMN"},
      core::OptionSpec{"delimiter", OptionType::text, "comma", "what stands between fields", "comma|tab|BYTE"},
      core::OptionSpec{"quote", OptionType::flag, "false", "fields may be quoted, also where commas do not delimit"},
      core::OptionSpec{"header", OptionType::flag, "false", "the first line names the columns"},
      core::OptionSpec{"has-header", OptionType::flag, "false", "the same as header"},
      core::OptionSpec{"time-unit", OptionType::choice, "ns", "the unit of time and end", "ns|us|ms|s"},
      core::OptionSpec{"event-map", OptionType::text, "", "the file's words for events", "[WORD=EVENT,...]"},
      core::OptionSpec{"signed-size", OptionType::flag, "false", "a negative size is a free"},
      core::OptionSpec{"toggle", OptionType::flag, "false", "an id's first row allocates, its next frees"},
  };
  return options;
}

}  // namespace arenasim::traces
