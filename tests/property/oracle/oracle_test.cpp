// Random scenarios through the reference itself. Off by default: it needs a program built outside this project.
#include <catch2/catch.hpp>

#include "tests/property/judge/server.hpp"
#include "tests/property/oracle/reference.hpp"
#include "tests/property/runs.hpp"
#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kScenariosCount = 10'000;

}  // namespace

TEST_CASE("The judge and the reference say the same of random scenarios") {
  check_on_random_scenarios("judge-and-reference", Reach::reference, kScenariosCount / 10,
                            [](const ScenarioLines& scenario) {
                              const std::string judged = judge::judge(scenario);
                              return first_difference("reference", reference_facts(scenario), "judge", judged);
                            });
}

TEST_CASE("The program and the reference say the same of random scenarios") {
  check_on_random_scenarios(
      "program-and-reference", Reach::reference, kScenariosCount, [](const ScenarioLines& scenario) {
        static_cast<void>(judge::judge(scenario));  // it refuses what is no scenario
        return first_difference("reference", reference_facts(scenario), "arenasim", facts_on_paper(text_of(scenario)));
      });
}

}  // namespace arenasim::tests
