// Every scenario of the golden files, as `arenasim scenario` prints it.
#include <algorithm>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/scenario.hpp"
#include "tests/golden/golden_run.hpp"
#include "tests/support/scenario_run.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

std::vector<std::filesystem::path> golden_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".golden") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void check_all(const std::filesystem::path& folder) {
  const auto files = golden_files(folder);
  REQUIRE(!files.empty());
  for (const auto& file : files) {
    const sim::Scenario scenario = sim::read_scenario(file.string());
    const std::string facts = facts_on_paper(scenario.text);
    INFO(file << ": " << difference(scenario.text, facts));
    CHECK(facts == scenario.text);
    CHECK_FALSE(sim::first_difference(scenario.text, facts).has_value());
  }
}

}  // namespace

TEST_CASE("Every program of the reference comes out as the reference made it") {
  check_all(require_shared() / "golden" / "programs");
}

TEST_CASE("Where we answer differently on purpose, we answer so") {
  check_all(require_shared() / "golden" / "ours");
}

}  // namespace arenasim::tests
