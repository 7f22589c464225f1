// Makes a failing scenario small: delta debugging over its lines, then over its sizes.
#pragma once

#include <functional>

#include "tests/property/scenario_generator.hpp"

namespace arenasim::tests {

/// A scenario as short as was found in `most_tries` for which `fails` is still true. The first line always stays.
[[nodiscard]] ScenarioLines shrink(ScenarioLines scenario, const std::function<bool(const ScenarioLines&)>& fails,
                                   int most_tries = 3000);

}  // namespace arenasim::tests
