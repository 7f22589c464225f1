// Random scenarios: every command, faults, several streams, every mode, capacities from none to far too little.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenasim::tests {

/// First line and commands, as golden/README.md writes them (no `> `).
using ScenarioLines = std::vector<std::string>;

/// Whose commands a scenario may use.
enum class Reach : std::uint8_t {
  reference,  ///< what the reference understands
  ours,       ///< our own commands and options too
};

/// The same on every machine.
[[nodiscard]] ScenarioLines random_scenario(std::uint64_t seed, Reach reach);

[[nodiscard]] std::string text_of(const ScenarioLines& scenario);

}  // namespace arenasim::tests
