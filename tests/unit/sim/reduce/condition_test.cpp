// Conditions of a reduction: parsed, and held against figures.
#include <catch2/catch.hpp>

#include "sim/reduce/condition.hpp"

namespace arenasim::tests {
namespace {

using sim::compare::Figures;
using sim::reduce::Condition;
using sim::reduce::ConditionError;

Figures figures(std::uint64_t reserved, std::uint64_t failures) {
  Figures made;
  made.add("peak_reserved_bytes", core::Uint128{reserved});
  made.add("failures_count", core::Uint128{failures});
  made.add("first_failure_event", {});
  return made;
}

TEST_CASE("A condition on one policy") {
  const Condition condition = Condition::parse("failures_count>0");
  CHECK(condition.policies() == std::vector<std::string>{""});
  CHECK(condition.holds({figures(1, 1)}));
  CHECK_FALSE(condition.holds({figures(1, 0)}));
}

TEST_CASE("A condition compares policies, times a number") {
  const Condition condition = Condition::parse("arena.peak_reserved_bytes > exclusive.peak_reserved_bytes*1.2");
  CHECK(condition.policies() == std::vector<std::string>{"arena", "exclusive"});
  CHECK(condition.holds({figures(121, 0), figures(100, 0)}));
  CHECK_FALSE(condition.holds({figures(120, 0), figures(100, 0)}));
}

TEST_CASE("Several conditions must hold together") {
  const Condition condition = Condition::parse("failures_count == 0 && peak_reserved_bytes>=1KiB");
  CHECK(condition.holds({figures(1024, 0)}));
  CHECK_FALSE(condition.holds({figures(1023, 0)}));
  CHECK_FALSE(condition.holds({figures(1024, 1)}));
}

TEST_CASE("A metric without a value shows nothing") {
  CHECK_FALSE(Condition::parse("first_failure_event<100").holds({figures(1, 0)}));
}

TEST_CASE("A condition that cannot be parsed says what is wrong with it") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(Condition::parse("failure_count>0"), Contains("'failures_count'"));
  for (const char* text : {"", "failures_count", "1>0", "failures_count>", "failures_count*peak_reserved_bytes>1",
                           "failures_count>0 &&", "failures_count=1"}) {
    CHECK_THROWS_AS(Condition::parse(text), ConditionError);
  }
}

}  // namespace
}  // namespace arenasim::tests
