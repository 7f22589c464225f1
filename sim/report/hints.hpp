// What a person should know before replaying a trace.
#pragma once

#include <string>
#include <vector>

#include "traces/import.hpp"

namespace arenasim::sim::report {

/// One sentence each; none where nothing is odd.
[[nodiscard]] std::vector<std::string> hints(const traces::Import& import);

}  // namespace arenasim::sim::report
