// Traces times policies, and every form in which that is shown: terminal, Markdown, JSON, CSV, JUnit.
#pragma once

#include <string>
#include <vector>

#include "sim/compare/cell.hpp"
#include "sim/compare/verdict.hpp"
#include "sim/report/summary.hpp"

namespace arenasim::sim::compare {

/// What is shown. Points to what the verdicts point to.
struct Comparison {
  std::vector<Cell> cells;                     ///< by trace, then policy
  std::vector<const report::Metric*> columns;  ///< of tables
  std::vector<const Cell*> before;             ///< the baseline's, beside `cells`; empty without one
  std::vector<Verdict> verdicts;
};

/// The columns of a table where nobody chose any.
[[nodiscard]] std::vector<const report::Metric*> usual_columns();

/// A metric's name as words: `peak reserved`.
[[nodiscard]] std::string head_of(const report::Metric& metric);

/// A table for each trace: a row for each policy, what is best marked, with a baseline how far each figure is from it.
[[nodiscard]] std::string terminal_text(const Comparison& comparison, report::Colors colors);

/// The same for a comment on a change, the broken rules in front.
[[nodiscard]] std::string markdown_text(const Comparison& comparison);

/// sim/report/compare.schema.json.
[[nodiscard]] std::string json_text(const Comparison& comparison, const std::string& version);

/// A row for each cell, a column for each metric of the table of metrics, numbers to the last digit (RFC 4180).
[[nodiscard]] std::string csv_text(const std::vector<Cell>& cells);

/// A suite for each trace, a case for each policy and rule (tests/cli/junit.xsd); a cell without rules is a case that
/// passes.
[[nodiscard]] std::string junit_text(const Comparison& comparison);

}  // namespace arenasim::sim::compare
