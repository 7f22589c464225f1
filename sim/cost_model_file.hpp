// Cost models as JSON files, as `calibrate` writes them (spec/timing.md, Costs; spec/cli.md, JSON).
#pragma once

#include <string>

#include "sim/cost_model.hpp"

namespace arenasim::sim {

/// Reads one. Fields left out have their default. Throws traces::InputError, its file set: not readable, not JSON, a
/// newer `schema_version`, an unknown field, a value that is not a whole number of at least 0.
[[nodiscard]] NamedCostModel read_cost_model(const std::string& path);

/// The same from text; positions of errors are in it, no file is set.
[[nodiscard]] NamedCostModel parse_cost_model(const std::string& text);

/// The file's text, every field in the order of the spec.
[[nodiscard]] std::string to_json(const NamedCostModel& model);

}  // namespace arenasim::sim
