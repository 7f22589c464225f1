// Rules: what parses to what, and what cannot be parsed.
#include <catch2/catch.hpp>

#include "sim/compare/rule.hpp"

namespace arenasim::tests {
namespace {

using namespace sim::compare;

Rule only(std::string_view text) {
  const std::vector<Rule> rules = parse_rules(text);
  REQUIRE(rules.size() == 1);
  return rules.front();
}

TEST_CASE("A rule holds a metric against a number") {
  const Rule rule = only("failures_count>0");
  CHECK(rule.metric->name == "failures_count");
  CHECK(rule.relation == Relation::greater);
  CHECK(rule.against == Against::number);
  CHECK(rule.amount.value() == 0);
  CHECK_FALSE(rule.relative());
}

TEST_CASE("A number of a rule has the unit of its metric") {
  CHECK(only("peak_reserved_bytes >= 1.5GiB").amount.value() == 1.5 * (1 << 30));
  CHECK(only("stall_ns>2ms").amount.value() == 2e6);
  CHECK(only("fragmentation_ratio>50%").amount.value() == 0.5);
  CHECK(only("fragmentation_ratio>0.5").amount.value() == 0.5);
  CHECK_THROWS_AS(parse_rules("failures_count>2ms"), RuleError);
  CHECK_THROWS_AS(parse_rules("stall_ns>2GiB"), RuleError);
  CHECK_THROWS_AS(parse_rules("failures_count>50%"), RuleError);
}

TEST_CASE("A sign goes from the baseline on") {
  const Rule part = only("peak_reserved_bytes>+2%");
  CHECK(part.against == Against::baseline_part);
  CHECK(part.amount.value() == 0.02);
  CHECK_FALSE(part.below);
  const Rule amount = only("peak_efficiency_ratio<-0.01");
  CHECK(amount.against == Against::baseline_amount);
  CHECK(amount.below);
}

TEST_CASE("Worse goes the way that the table of metrics says") {
  CHECK(only("peak_reserved_bytes worse by 2%").relation == Relation::greater);
  const Rule more = only("peak_efficiency_ratio worse 1%");
  CHECK(more.relation == Relation::less);
  CHECK(more.below);
  CHECK(only("failures_count worse").amount.value() == 0);
  CHECK(only("peak_reserved_bytes worse by 64MiB").against == Against::baseline_amount);
}

TEST_CASE("Any metric that can get worse has a rule of its own") {
  const std::vector<Rule> rules = parse_rules("any worse by 5%");
  CHECK(rules.size() > 20);
  for (const Rule& rule : rules) {
    CHECK(rule.metric->better != sim::report::Better::neither);
    CHECK(rule.text == "any worse by 5%");
  }
}

TEST_CASE("Rules stand with commas between") {
  CHECK(parse_rules("peak_reserved_bytes>+2%, failures_count>0 ,moved_bytes!=0").size() == 3);
}

TEST_CASE("A rule that cannot be parsed says what is wrong with it") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(parse_rules("peak_reservd_bytes>0"),
                    Contains("peak_reservd_bytes") && Contains("'peak_reserved_bytes'"));
  CHECK_THROWS_WITH(parse_rules("live worse"), Contains("no metric"));
  CHECK_THROWS_WITH(parse_rules("peak_live_bytes worse by 1%"), Contains("neither more nor less"));
  for (const char* text : {"", "failures_count", "failures_count>", "failures_count=0", "failures_count>x", ">0", "a,b",
                           "failures_count>0,", "any>0", "failures_count>+", "failures_count worse by x"}) {
    CHECK_THROWS_AS(parse_rules(text), RuleError);
  }
}

TEST_CASE("A star stands for any characters") {
  CHECK(matches("*", ""));
  CHECK(matches("a_*", "a_resnet.csv"));
  CHECK(matches("*.csv*", "a.csv.gz"));
  CHECK(matches("arena", "arena"));
  CHECK_FALSE(matches("arena", "arena:fit=best"));
  CHECK(matches("arena*", "arena:fit=best"));
  CHECK_FALSE(matches("*b", "abc"));
}

}  // namespace
}  // namespace arenasim::tests
