// Rules on cells: which hold, which are broken, and how that is said.
#include <catch2/catch.hpp>

#include "sim/compare/baseline.hpp"
#include "sim/compare/verdict.hpp"
#include "traces/input_error.hpp"

namespace arenasim::tests {
namespace {

using namespace sim::compare;
using Catch::Matchers::Contains;

Cell cell(const std::string& policy, std::uint64_t reserved, Figure first_failure = {}, double efficiency = 0.5) {
  Cell made;
  made.trace = "a.csv";
  made.sha256 = std::string(64, 'a');
  made.policy = policy;
  made.figures.add("peak_reserved_bytes", core::Uint128{reserved});
  made.figures.add("peak_efficiency_ratio", efficiency);
  made.figures.add("failures_count", core::Uint128{has_value(first_failure) ? 1U : 0U});
  made.figures.add("first_failure_event", first_failure);
  return made;
}

bool is_broken(std::string_view rule, const Cell& now, const Cell& before) {
  const std::vector<Rule> rules = parse_rules(rule);
  return !broken(judge(rules, {now}, {&before})).empty();
}

TEST_CASE("A part of the baseline is exact where both are whole") {
  CHECK_FALSE(is_broken("peak_reserved_bytes>+2%", cell("arena", 102), cell("arena", 100)));
  CHECK(is_broken("peak_reserved_bytes>+2%", cell("arena", 103), cell("arena", 100)));
  CHECK(is_broken("peak_reserved_bytes>=+10%", cell("arena", 11), cell("arena", 10)));
  CHECK(is_broken("peak_reserved_bytes<-10%", cell("arena", 89), cell("arena", 100)));
  CHECK_FALSE(is_broken("peak_reserved_bytes<-10%", cell("arena", 90), cell("arena", 100)));
  CHECK(is_broken("peak_reserved_bytes>+1KiB", cell("arena", 1125), cell("arena", 100)));
  CHECK_FALSE(is_broken("peak_reserved_bytes>+1KiB", cell("arena", 1124), cell("arena", 100)));
}

TEST_CASE("Anything is more than a part of nothing") {
  CHECK(is_broken("peak_reserved_bytes worse by 5%", cell("arena", 1), cell("arena", 0)));
  CHECK_FALSE(is_broken("peak_reserved_bytes worse by 5%", cell("arena", 0), cell("arena", 0)));
}

TEST_CASE("Less efficiency is worse, more is not") {
  CHECK(is_broken("peak_efficiency_ratio worse by 1%", cell("a", 1, {}, 0.4), cell("a", 1, {}, 0.5)));
  CHECK_FALSE(is_broken("peak_efficiency_ratio worse by 1%", cell("a", 1, {}, 0.6), cell("a", 1, {}, 0.5)));
}

TEST_CASE("No first failure is the best one") {
  const Cell none = cell("a", 1);
  const Cell early = cell("a", 1, core::Uint128{10});
  CHECK(is_broken("first_failure_event worse", early, none));
  CHECK_FALSE(is_broken("first_failure_event worse", none, early));
  CHECK_FALSE(is_broken("first_failure_event worse", none, none));
  CHECK_FALSE(is_broken("first_failure_event<100", none, none));
  CHECK(is_broken("first_failure_event<100", early, early));
}

TEST_CASE("A broken rule names itself, the metric, both values, trace and policy") {
  const std::vector<Rule> rules = parse_rules("peak_reserved_bytes>+2%");
  const std::vector<Cell> now{cell("arena", 2048)};
  const Cell before = cell("arena", 1024);
  const std::string text = sentences(broken(judge(rules, now, {&before})));
  CHECK(text ==
        "broken: a.csv under arena: peak_reserved_bytes is 2048 (2 KiB), was 1024 (1 KiB): +100 %; the rule is "
        "'peak_reserved_bytes>+2%'\n");
}

TEST_CASE("A rule for one policy passes over the others") {
  std::vector<Rule> rules = parse_rules("peak_reserved_bytes>0");
  rules.front().policy = "excl*";
  CHECK(judge(rules, {cell("arena", 1), cell("exclusive", 1)}, {}).size() == 1);
}

TEST_CASE("A rule that is for nothing, and one that lacks a baseline, cannot be judged") {
  std::vector<Rule> rules = parse_rules("peak_reserved_bytes>0");
  rules.front().trace = "b.csv";
  CHECK_THROWS_AS(judge(rules, {cell("arena", 1)}, {}), RuleError);
  CHECK_THROWS_WITH(judge(parse_rules("peak_reserved_bytes>+1%"), {cell("arena", 1)}, {}), Contains("baseline"));
}

TEST_CASE("A baseline without the metric of a rule is bad input") {
  Cell before = cell("arena", 1);
  before.figures = Figures{};
  const std::vector<Rule> rules = parse_rules("peak_reserved_bytes worse");
  const std::vector<Cell> now{cell("arena", 1)};
  CHECK_THROWS_AS(judge(rules, now, {&before}), traces::InputError);
}

TEST_CASE("A cell that failed is never best, and where all are alike none is") {
  const Cell small = cell("a", 10, core::Uint128{3});
  const Cell middle = cell("b", 20);
  const Cell large = cell("c", 30);
  const sim::report::Metric& reserved = *sim::report::find_metric("peak_reserved_bytes");
  CHECK(best_of({&small, &middle, &large}, reserved) == std::vector<std::size_t>{1});
  CHECK(best_of({&middle, &middle}, reserved).empty());
  CHECK(best_of({&small, &middle}, reserved).empty());
}

TEST_CASE("A change is shown with its sign") {
  using sim::report::Unit;
  CHECK(change(core::Uint128{100}, core::Uint128{102}, Unit::count) == "+2 %");
  CHECK(change(core::Uint128{100}, core::Uint128{98}, Unit::count) == "-2 %");
  CHECK(change(core::Uint128{0}, core::Uint128{3}, Unit::count) == "+3");
  CHECK(change(core::Uint128{7}, core::Uint128{7}, Unit::count) == "=");
  CHECK(change(Figure{}, core::Uint128{7}, Unit::count).empty());
}

}  // namespace
}  // namespace arenasim::tests
