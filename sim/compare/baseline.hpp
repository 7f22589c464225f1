// Earlier cells in a file that is committed, for later ones to be held against (sim/report/baseline.schema.json).
#pragma once

#include <string>
#include <vector>

#include "sim/compare/cell.hpp"

namespace arenasim::sim::compare {

/// The text of a baseline that holds these cells.
[[nodiscard]] std::string baseline_json(const std::vector<Cell>& cells);

/// Reads one. Throws traces::InputError, its file set: not readable, damaged, a newer version.
[[nodiscard]] std::vector<Cell> read_baseline(const std::string& path);

/// The cell of the baseline that goes with each of `cells`, beside them. Throws traces::InputError (inconsistent), its
/// file set: a cell that the baseline lacks, a trace of other bytes, other settings.
[[nodiscard]] std::vector<const Cell*> matched(const std::vector<Cell>& baseline, const std::vector<Cell>& cells,
                                               const std::string& path);

/// Cells of the baseline that `cells` lacks, as a person calls them.
[[nodiscard]] std::vector<std::string> left_over(const std::vector<Cell>& baseline, const std::vector<Cell>& cells);

}  // namespace arenasim::sim::compare
