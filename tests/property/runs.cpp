#include "tests/property/runs.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>

#include <catch2/catch.hpp>

#include "tests/property/child.hpp"
#include "tests/property/shrink.hpp"

namespace arenasim::tests {
namespace {

std::optional<std::uint64_t> number_in_environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? std::nullopt : std::optional{std::strtoull(text, nullptr, 10)};
}

std::uint64_t fresh_seed() {
  std::random_device device;
  return device();
}

std::optional<std::string> wrong_with(const Property& property, const ScenarioLines& scenario) {
  return in_a_child([&]() -> std::optional<std::string> {
    try {
      return property(scenario);
    } catch (const std::invalid_argument&) {
      return std::nullopt;  // no scenario: what is left of one after lines were dropped
    }
  });
}

void report_failure(const std::string& name, std::uint64_t seed, const ScenarioLines& scenario,
                    const Property& property) {
  const ScenarioLines shrunk =
      shrink(scenario, [&](const ScenarioLines& candidate) { return wrong_with(property, candidate).has_value(); });
  const auto path = std::filesystem::absolute(name + "-" + std::to_string(seed) + ".scenario.txt");
  std::ofstream(path, std::ios::binary) << text_of(shrunk);
  FAIL(name << " fails for ARENASIM_SEED=" << seed << "; shrunk to " << shrunk.size() << " lines in " << path.string()
            << " (arenasim scenario reproduces it)\n"
            << wrong_with(property, shrunk).value_or("(the shrunk scenario holds)"));
}

}  // namespace

void check_on_random_scenarios(const std::string& name, Reach reach, std::uint64_t count, const Property& property) {
  const auto given_seed = number_in_environment("ARENASIM_SEED");
  const std::uint64_t first = given_seed.value_or(fresh_seed());
  count = number_in_environment("ARENASIM_COUNT").value_or(given_seed ? 1 : count);
  std::cerr << name << ": ARENASIM_SEED=" << first << " ARENASIM_COUNT=" << count << "\n";
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const ScenarioLines scenario = random_scenario(seed, reach);
    if (wrong_with(property, scenario)) {
      report_failure(name, seed, scenario, property);
    }
  }
  SUCCEED();
}

std::optional<std::string> first_difference(const std::string& wanted_by, const std::string& wanted,
                                            const std::string& said_by, const std::string& said) {
  if (wanted == said) {
    return std::nullopt;
  }
  std::istringstream wanted_lines(wanted);
  std::istringstream said_lines(said);
  std::string command;
  for (std::size_t number = 1;; ++number) {
    std::string wanted_line;
    std::string said_line;
    wanted_line = std::getline(wanted_lines, wanted_line) ? wanted_line : "(nothing)";
    said_line = std::getline(said_lines, said_line) ? said_line : "(nothing)";
    if (wanted_line != said_line) {
      std::ostringstream text;
      text << "line " << number << ", after " << command << "\n  " << wanted_by << ": " << wanted_line << "\n  "
           << said_by << ": " << said_line;
      return text.str();
    }
    command = wanted_line.starts_with("> ") ? wanted_line : command;
    if (!wanted_lines && !said_lines) {
      return "they differ in how they end";
    }
  }
}

}  // namespace arenasim::tests
