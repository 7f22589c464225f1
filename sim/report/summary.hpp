// What a person reads first after a replay: what it held, what was lost to what, what failed and why.
#pragma once

#include <string>

#include "sim/report/report_input.hpp"

namespace arenasim::sim::report {

/// Whether text carries terminal colours.
enum class Colors : bool { off, on };

/// The summary, some lines of text ending in a line end.
[[nodiscard]] std::string summary(const ReportInput& input, Colors colors);

}  // namespace arenasim::sim::report
