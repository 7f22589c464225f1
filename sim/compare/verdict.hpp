// Cells held to rules: which rule holds where, and which is broken by how much.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/compare/cell.hpp"
#include "sim/compare/rule.hpp"

namespace arenasim::sim::compare {

/// One rule on one cell. Points into the rules and cells that were judged.
struct Verdict {
  const Rule* rule = nullptr;
  const Cell* cell = nullptr;
  const Cell* before = nullptr;  ///< the baseline's; null without one
  Figure now;
  Figure was;  ///< no value without a baseline
  bool broken = false;
};

/// Every rule on every cell that it is for, cell by cell. `before` stands beside `cells`, or is empty: no baseline.
/// Throws RuleError for a rule that is for none of the cells, and for one that needs a baseline where there is none;
/// traces::InputError (missing_field) where the baseline lacks the metric of a rule.
[[nodiscard]] std::vector<Verdict> judge(std::span<const Rule> rules, const std::vector<Cell>& cells,
                                         const std::vector<const Cell*>& before);

/// Those that are broken.
[[nodiscard]] std::vector<Verdict> broken(const std::vector<Verdict>& verdicts);

/// Rule, metric, both values, trace and policy in one sentence without a full stop.
[[nodiscard]] std::string sentence(const Verdict& verdict);

/// A line for each broken rule, in order.
[[nodiscard]] std::string sentences(const std::vector<Verdict>& broken);

}  // namespace arenasim::sim::compare
