// `NAME` or `NAME:key=value,…`: how policies, formats and kinds of load are named with their options.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {

struct PluginArgument {
  std::string_view name;
  std::string_view options;  ///< what stands behind the colon
};

[[nodiscard]] inline PluginArgument split_plugin(std::string_view text) {
  const auto colon = text.find(':');
  return {.name = text.substr(0, colon),
          .options = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1)};
}

/// Tables hold rows, or point to them.
template <class Row>
[[nodiscard]] const Row& row_of(const Row& row) {
  return row;
}
template <class Row>
[[nodiscard]] const Row& row_of(const Row* row) {
  return *row;
}

/// The row of that name. Throws UsageError that offers the nearest one; `what` is "policy".
template <class Entry>
[[nodiscard]] const auto& find_row(std::span<const Entry> rows, std::string_view name, const std::string& what) {
  std::vector<std::string_view> names;
  for (const Entry& entry : rows) {
    if (row_of(entry).name == name) {
      return row_of(entry);
    }
    names.push_back(row_of(entry).name);
  }
  throw UsageError{"there is no " + what + " '" + std::string{name} + "'" + did_you_mean(name, names)};
}

/// The options of a row, from what stands behind its colon. Throws UsageError that names the row.
template <class Row>
[[nodiscard]] core::Options parse_row_options(const Row& row, std::string_view text, const std::string& what) {
  auto options = core::Options::parse(row.options, text);
  if (!options) {
    throw UsageError{what + " '" + std::string{row.name} + "': " + options.error().text};
  }
  return std::move(*options);
}

}  // namespace arenasim::sim::cli
