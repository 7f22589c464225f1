// One failed request in one sentence: what was asked, what was free, and what would have helped.
#pragma once

#include <string>

#include "core/storage.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::report {

/// Ends in a full stop.
[[nodiscard]] std::string failure_sentence(const statistics::Failure& failure, const core::Limits& limits);

}  // namespace arenasim::sim::report
