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

TEST_CASE("A free dedicated page of no bytes stays while no bytes are reserved beside it, as in the reference") {
  const ScenarioLines scenario{"device max_page=17179869184 alignment=16 capacity=0 memory=adaptive mode=auto",
                               "mode 0 2",
                               "alloc 1 0 0",
                               "free 1",
                               "cleanup 0",
                               "alloc 2 0 0",
                               "alloc 3 100 0",
                               "cleanup 0",
                               "free 3",
                               "free 2",
                               "cleanup 0",
                               "report"};
  CHECK(facts_on_paper(text_of(scenario)) == judge::judge(scenario));
}

}  // namespace arenasim::tests
