// Files that hold figures of replays, whatever kind they are, as cells.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/cell.hpp"

namespace arenasim::sim::compare {

/// The cells of a report, a comparison, a baseline or a sweep; of an inspection one cell of all its numbers, named by
/// where they stand. What was measured by the clock is left out. Throws traces::InputError, its file set.
[[nodiscard]] std::vector<Cell> read_cells(const std::string& path);

/// Cells of two files that belong together.
struct Pair {
  const Cell* before = nullptr;
  const Cell* now = nullptr;
};

/// By trace and policy; two files of one cell each go together whatever they are of. Throws traces::InputError
/// (inconsistent) about `path`, the later file, for a cell that one of them lacks.
[[nodiscard]] std::vector<Pair> paired(const std::vector<Cell>& before, const std::vector<Cell>& now,
                                       const std::string& path);

}  // namespace arenasim::sim::compare
