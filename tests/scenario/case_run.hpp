// One scenario of cases/, run with everything that watches a replay.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/options.hpp"
#include "sim/report/report_input.hpp"
#include "sim/scenario.hpp"
#include "traces/import.hpp"

namespace arenasim::tests {

struct CaseRun {
  sim::Scenario scenario;
  std::unique_ptr<core::Options> options;
  std::unique_ptr<traces::Import> import;
  std::string facts;       ///< as `arenasim scenario` prints them
  std::string placements;  ///< as `--placements` writes them
  sim::report::ReportInput input;

  [[nodiscard]] const sim::statistics::Results& results() const { return input.results; }
  [[nodiscard]] const sim::statistics::Counters& counters() const { return input.results.counters; }

  /// The first failure; the test fails where there is none.
  [[nodiscard]] const sim::statistics::Failure& failure() const;
  /// Its class.
  [[nodiscard]] std::string failure_class() const;
  /// What the summary says of it.
  [[nodiscard]] std::string sentence() const;
  [[nodiscard]] std::string summary() const;

  /// A metric of the report by name.
  [[nodiscard]] double metric(const std::string& name) const;
  [[nodiscard]] std::uint64_t bytes(const std::string& name) const;

  /// `PAGE+OFFSET` of each allocation that was placed, in order of placing, one behind the other; `fail` where none
  /// was.
  [[nodiscard]] std::string places() const;
};

/// How a case is run.
struct CaseSettings {
  std::string policy = {};  ///< instead of the one its first line names
  sim::StreamUse streams = sim::StreamUse::own;
  bool audits = true;  ///< after every command
};

/// Runs `cases/NAME.scenario`.
[[nodiscard]] CaseRun run_case(const std::string& name, const CaseSettings& settings = {});

/// Runs a scenario that is too long for a file, or told better in a loop.
[[nodiscard]] CaseRun run_scenario_text(const std::string& text, const CaseSettings& settings = {});

/// How often `part` stands in `text`.
[[nodiscard]] std::size_t count_of(const std::string& text, const std::string& part);

}  // namespace arenasim::tests
