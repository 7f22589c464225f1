// The property: whatever is commanded, the program's facts are those of the judge, and it never contradicts itself.
#include <catch2/catch.hpp>

#include "tests/property/judge/server.hpp"
#include "tests/property/runs.hpp"
#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kScenariosCount = 250;

}  // namespace

TEST_CASE("Random scenarios have the facts of the judge, and an audit passes after every command") {
  check_on_random_scenarios("program-and-judge", Reach::ours, kScenariosCount, [](const ScenarioLines& scenario) {
    const std::string judged = judge::judge(scenario);  // first: it refuses what is no scenario
    return first_difference("judge", judged, "arenasim", facts_on_paper(text_of(scenario), {.audits = true}));
  });
}

}  // namespace arenasim::tests
