#include "traces/formats.hpp"

#include <algorithm>
#include <array>

#include "traces/formats/csv.hpp"

namespace arenasim::traces {

std::span<const Format* const> formats() {
  static constexpr std::array table{
      &kCsvFormat,
  };
  return table;
}

const Format* find_format(std::string_view name) {
  const auto table = formats();
  const auto found =
      std::find_if(table.begin(), table.end(), [name](const Format* format) { return format->name == name; });
  return found == table.end() ? nullptr : *found;
}

}  // namespace arenasim::traces
