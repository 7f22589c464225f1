// A page for every request (spec/policies.md, direct).
#include <catch2/catch.hpp>

#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {

TEST_CASE("direct grants a page of the aligned size for each request, and gives it back at the free") {
  PolicyOnPaper pool("direct");
  CHECK(pool.alloc(0, 100) == "0+0");
  CHECK(pool.alloc(1, 256) == "1+0");
  CHECK(pool.alloc(2, 257) == "2+0");
  CHECK(pool.traffic() == "+256 +256 +512");
  pool.free(1);
  CHECK(pool.traffic() == "-256");
  CHECK(pool.alloc(3, 256) == "3+0");
  CHECK(pool.ranges().empty());
  CHECK(pool.reserved() == 1024);
}

TEST_CASE("direct fails where the device refuses, and holds nothing for it") {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{1000};
  PolicyOnPaper pool("direct", limits);
  CHECK(pool.alloc(0, 700) == "0+0");
  CHECK(pool.alloc(1, 300) == "out_of_memory");
  CHECK(pool.traffic() == "+768 !512");
  pool.free(0);
  CHECK(pool.alloc(1, 300) == "1+0");
}

}  // namespace arenasim::tests
