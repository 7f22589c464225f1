// The shrinker must find the few lines that matter.
#include <algorithm>

#include <catch2/catch.hpp>

#include "tests/property/shrink.hpp"

namespace arenasim::tests {
namespace {

bool has(const ScenarioLines& scenario, const std::string& start) {
  return std::any_of(scenario.begin(), scenario.end(),
                     [&](const std::string& line) { return line.starts_with(start); });
}

}  // namespace

TEST_CASE("A shrunk scenario keeps only the lines that its failure needs") {
  ScenarioLines scenario{"device"};
  for (int id = 1; id <= 300; ++id) {
    scenario.push_back("alloc " + std::to_string(id) + " 1000 0");
  }
  const auto shrunk = shrink(scenario, [](const ScenarioLines& candidate) {
    return has(candidate, "alloc 17 ") && has(candidate, "alloc 230 ");
  });
  CHECK(shrunk == ScenarioLines{"device", "alloc 17 0 0", "alloc 230 0 0"});
}

TEST_CASE("A shrunk size is the smallest that still fails") {
  const ScenarioLines scenario{"device", "alloc 1 123456 0"};
  const auto shrunk = shrink(scenario, [](const ScenarioLines& candidate) {
    return candidate.size() == 2 && std::stoull(candidate[1].substr(8)) >= 777;
  });
  CHECK(shrunk == ScenarioLines{"device", "alloc 1 777 0"});
}

TEST_CASE("A seed makes the same scenario every time") {
  CHECK((random_scenario(7, Reach::ours) == random_scenario(7, Reach::ours)));
  CHECK((random_scenario(7, Reach::ours) != random_scenario(8, Reach::ours)));
}

}  // namespace arenasim::tests
