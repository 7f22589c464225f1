// One trace under one policy, and what it came to: what comparisons, baselines, sweeps and differences are made of.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/compare/figures.hpp"
#include "sim/experiment/run.hpp"
#include "sim/report/json_values.hpp"

namespace arenasim::sim::compare {

struct Cell {
  std::string trace;                               ///< base name, with `::format` where one was named
  std::string sha256;                              ///< of the trace's bytes
  std::string policy;                              ///< as it was named: `arena:min-page=8MiB`
  report::Json options = report::Json::object();   ///< of the policy, defaults included
  report::Json settings = report::Json::object();  ///< the device, the timing and how it ran
  Figures figures;
  report::Json undefined = report::Json::object();  ///< why a metric has no value
  std::string first_failure;                        ///< in a sentence; empty where every request was served
  std::vector<std::string> notes;                   ///< where the policy differs from its original

  /// Some requests were not served, so that figures look better than they are.
  [[nodiscard]] bool failed() const;

  [[nodiscard]] std::string title() const { return trace + " under " + policy; }
};

/// What a replay of `trace` came to.
[[nodiscard]] Cell cell_of(std::string trace, const traces::ParsedTrace& parsed, const experiment::Setup& setup,
                           const experiment::Outcome& outcome);

/// The figures of a replay that a report is made of, for rules; without settings.
[[nodiscard]] Cell cell_of(const report::ReportInput& input);

/// `trace`, `sha256`, `policy` and so on, as compare, baseline and sweep files hold them.
[[nodiscard]] report::Json to_json(const Cell& cell);

/// Reads what `to_json` wrote; what a reader has no use for may be missing. Throws traces::InputError.
[[nodiscard]] Cell cell_from_json(const report::Json& object, const std::string& where);

/// The cells whose figure is best in a column, by index; none where nothing can be told: less than two cells that
/// served every request, all of them alike, or a metric of which neither more nor less is better.
[[nodiscard]] std::vector<std::size_t> best_of(const std::vector<const Cell*>& cells, const report::Metric& metric);

/// Cells of one trace after the other, in their order; each list points into `cells`.
[[nodiscard]] std::vector<std::vector<const Cell*>> by_trace(const std::vector<Cell>& cells);

}  // namespace arenasim::sim::compare
