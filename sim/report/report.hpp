// A replay's report as JSON: keys in a fixed order, described by sim/report/schema.json (spec/report.md).
#pragma once

#include <string>

#include "sim/report/report_input.hpp"

namespace arenasim::sim::report {

/// The report, two-space indent, ending in a line end. A whole number past 2^64 - 1 is written as a string of its
/// digits.
[[nodiscard]] std::string report_json(const ReportInput& input);

}  // namespace arenasim::sim::report
