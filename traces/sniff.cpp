#include "traces/sniff.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "traces/formats.hpp"
#include "traces/lines.hpp"
#include "traces/numbers.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::traces {
namespace {

/// Pickles of protocols that are not read would look like nothing at all.
void refuse_pickle_protocols(std::string_view bytes) {
  if (bytes.size() > 1 && bytes[0] == '\x80') {
    throw InputError{ErrorClass::unsupported, OffsetPosition{1, {}},
                     fmt::format("pickle protocol {}; 2 to 5 are read", static_cast<unsigned char>(bytes[1]))};
  }
  constexpr std::array<std::string_view, 4> old_starts{"(d", "(l", "}q", "]q"};
  if (std::any_of(old_starts.begin(), old_starts.end(),
                  [bytes](std::string_view start) { return bytes.starts_with(start); })) {
    throw InputError{ErrorClass::unsupported, OffsetPosition{}, "pickle protocol 0 or 1; 2 to 5 are read"};
  }
}

/// What came nearest, for a file that nothing matched.
std::string nearest(const Glimpse& start) {
  if (start.bytes.empty()) {
    return "the file is empty";
  }
  const auto columns = header_columns(start);
  std::string missing;
  std::size_t found = 0;
  for (const std::string_view name : {"event", "id", "size"}) {
    if (has_columns(columns, {name})) {
      ++found;
    } else {
      missing += fmt::format("{}{}", missing.empty() ? "" : ", ", name);
    }
  }
  if (found != 0) {
    return fmt::format("no known format; nearest is csv, whose header also has {} (or give --format)", missing);
  }
  if (start.bytes.front() == '{' || start.bytes.front() == '[') {
    return "no known format; it looks like JSON without the root keys of one (traceEvents, problem; or give --format)";
  }
  return fmt::format("no known format; it begins {} (`arenasim list formats`, --format NAME)",
                     quoted(start.bytes.substr(0, 16)));
}

}  // namespace

const Format& sniff(const Glimpse& start) {
  refuse_utf16(start.bytes);
  for (const Format* format : formats()) {
    if (format->sniff != nullptr && format->sniff(start)) {
      return *format;
    }
  }
  refuse_pickle_protocols(start.bytes);
  throw InputError{ErrorClass::unknown_format, OffsetPosition{}, nearest(start)};
}

std::vector<std::string_view> first_lines(const Glimpse& start, std::size_t count) {
  std::vector<std::string_view> lines;
  std::string_view rest = start.bytes;
  if (rest.starts_with(kByteOrderMark)) {
    rest.remove_prefix(kByteOrderMark.size());
  }
  while (!rest.empty() && lines.size() < count) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, length);
    rest.remove_prefix(std::min(length + 1, rest.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (!lines.empty() || (!is_blank(line) && line.front() != '#')) {
      lines.push_back(line);
    }
  }
  return lines;
}

std::string_view first_line(const Glimpse& start) {
  const auto lines = first_lines(start, 1);
  return lines.empty() ? std::string_view{} : lines.front();
}

std::vector<std::string> header_columns(const Glimpse& start) {
  std::vector<std::string> columns;
  std::string_view rest = first_line(start);
  while (!rest.empty()) {
    const std::size_t length = std::min(rest.find(','), rest.size());
    std::string_view column = trimmed(rest.substr(0, length));
    if (column.size() >= 2 && column.front() == '"' && column.back() == '"') {
      column = column.substr(1, column.size() - 2);
    }
    columns.push_back(lower_case(column));
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  return columns;
}

bool has_columns(const std::vector<std::string>& columns, std::initializer_list<std::string_view> names) {
  return std::all_of(names.begin(), names.end(), [&columns](std::string_view name) {
    return std::find(columns.begin(), columns.end(), name) != columns.end();
  });
}

}  // namespace arenasim::traces
