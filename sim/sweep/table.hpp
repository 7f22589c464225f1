// A sweep for a person: its cells as a table for each trace, those that no other one beats marked.
#pragma once

#include <string>
#include <vector>

#include "sim/report/metric.hpp"
#include "sim/report/summary.hpp"
#include "sim/sweep/lines.hpp"

namespace arenasim::sim::sweep {

/// The metrics by which a cell can beat another one: peak reserved, moved bytes, stall.
[[nodiscard]] std::vector<const report::Metric*> front_metrics();

/// For each line whether it is on the Pareto front of its trace: every request was served, and no other such cell is as
/// good in each of the three figures and better in one.
[[nodiscard]] std::vector<bool> on_front(const std::vector<Line>& lines);

/// A table for each trace. Past 40 cells only those on the front are rows, and the others are counted.
[[nodiscard]] std::string sweep_text(const std::vector<Line>& lines, const std::vector<const report::Metric*>& columns,
                                     report::Colors colors);

}  // namespace arenasim::sim::sweep
