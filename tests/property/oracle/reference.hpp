// The reference itself (tools/oracle of the shared folder) as a program that is given a scenario.
#pragma once

#include <string>

#include "tests/property/scenario_generator.hpp"

namespace arenasim::tests {

/// What it prints: golden form. Fails the test where it ends otherwise than well.
[[nodiscard]] std::string reference_facts(const ScenarioLines& scenario);

}  // namespace arenasim::tests
