// Runs a property over fresh random scenarios: seeds are printed, and a failure leaves a shrunk scenario behind.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tests/property/scenario_generator.hpp"

namespace arenasim::tests {

/// What is wrong with a scenario, as text; nothing where the property holds. What it throws for a scenario that is no
/// scenario (std::invalid_argument) counts as nothing wrong.
using Property = std::function<std::optional<std::string>(const ScenarioLines&)>;

/// Checks `property` on `count` scenarios (environment ARENASIM_COUNT overrides), from a seed that varies from run to
/// run (ARENASIM_SEED overrides). The first failure is shrunk, written beside the working directory as
/// `NAME-SEED.scenario.txt` and reported as a failed check.
void check_on_random_scenarios(const std::string& name, Reach reach, std::uint64_t count, const Property& property);

/// The first line in which two texts differ, with both; nothing where they are equal.
[[nodiscard]] std::optional<std::string> first_difference(const std::string& wanted_by, const std::string& wanted,
                                                          const std::string& said_by, const std::string& said);

}  // namespace arenasim::tests
