// What changed from one file of figures to another, metric by metric.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/saved.hpp"
#include "sim/report/summary.hpp"

namespace arenasim::sim::compare {

/// A table for each pair of cells: every metric that differs, both values, how far, and whether that is better or
/// worse; before it what else differs (trace, policy, settings), after it how many are equal.
[[nodiscard]] std::string difference_text(const std::vector<Pair>& pairs, report::Colors colors);

}  // namespace arenasim::sim::compare
