// Scenario files: a device line, then a command a line (spec/cli.md, Scenario files; golden/README.md, Form).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/command.hpp"
#include "sim/device_line.hpp"
#include "sim/engine_settings.hpp"
#include "traces/input_error.hpp"
#include "traces/string_table.hpp"

namespace arenasim::sim {

struct Scenario {
  std::string text;  ///< the file's
  DeviceLine device;
  std::vector<Command> commands;
  std::vector<std::uint64_t> lines;  ///< beside commands: where each stands, from 1
  traces::StringTable strings;
  bool has_facts = false;  ///< commands begin with `> `, what came of them stands between
};

/// Reads a file; "-" is standard input. Throws traces::InputError, its file set.
[[nodiscard]] Scenario read_scenario(const std::string& path);

/// The same from text; no file is set in errors.
[[nodiscard]] Scenario parse_scenario(std::string text);

/// An alloc of a held id, which only shows when it runs, as the bad input it is; no file is set.
[[nodiscard]] traces::InputError live_id_error(const Scenario& scenario, const LiveBlock& problem);

/// Where what happened differs from what a scenario with facts says.
struct Difference {
  std::uint64_t line = 0;  ///< of the scenario, from 1
  std::string expected;    ///< empty: nothing more was expected
  std::string actual;      ///< empty: nothing more came
};

/// The first one behind the device lines; comments and blank lines of the scenario count for nothing.
[[nodiscard]] std::optional<Difference> first_difference(std::string_view scenario, std::string_view facts);

}  // namespace arenasim::sim
