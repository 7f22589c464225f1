// The buddy system's rules (spec/policies.md, buddy).
#include <catch2/catch.hpp>

#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {

TEST_CASE("buddy halves a page down to the power of two that holds the request") {
  PolicyOnPaper pool("buddy:page=4096");
  CHECK(pool.alloc(0, 300) == "0+0");
  CHECK(pool.ranges() == "0+512:512 0+1024:1024 0+2048:2048");
  CHECK(pool.alloc(1, 100) == "0+512");
  CHECK(pool.alloc(2, 1025) == "0+2048");
  CHECK(pool.ranges() == "0+768:256 0+1024:1024");
}

TEST_CASE("buddy serves the lowest address of the smallest sufficient size") {
  PolicyOnPaper pool("buddy:page=2048");
  for (std::uint32_t id = 0; id < 8; ++id) {
    pool.alloc(id, 512);
  }
  CHECK(pool.traffic() == "+2048 +2048");
  pool.free(5);
  pool.free(1);
  CHECK(pool.alloc(8, 512) == "0+512");
  pool.free(2);
  pool.free(3);
  CHECK(pool.ranges() == "0+1024:1024 1+512:512");
  CHECK(pool.alloc(9, 256) == "1+512");
}

TEST_CASE("Buddies join at once, and only with the half they were cut from") {
  PolicyOnPaper pool("buddy:page=1024");
  for (std::uint32_t id = 0; id < 4; ++id) {
    pool.alloc(id, 256);
  }
  pool.free(1);
  pool.free(2);
  CHECK(pool.ranges() == "0+256:256 0+512:256");
  pool.free(3);
  CHECK(pool.ranges() == "0+256:256 0+512:512");
  pool.free(0);
  CHECK(pool.ranges() == "0+0:1024");
}

TEST_CASE("A buddy block is never smaller than min-block or the alignment") {
  PolicyOnPaper large("buddy:page=4096,min-block=1024");
  CHECK(large.alloc(0, 1) == "0+0");
  CHECK(large.alloc(1, 1) == "0+1024");
  PolicyOnPaper small("buddy:page=4096,min-block=16");
  CHECK(small.alloc(0, 1) == "0+0");
  CHECK(small.alloc(1, 1) == "0+256");
}

TEST_CASE("A request larger than a buddy page has a page of the next power of two") {
  PolicyOnPaper pool("buddy:page=1024");
  CHECK(pool.alloc(0, 3000) == "0+0");
  CHECK(pool.traffic() == "+4096");
  CHECK(pool.alloc(1, 500) == "1+0");
  pool.free(0);
  CHECK(pool.alloc(2, 600) == "0+0");
  CHECK(pool.ranges() == "0+1024:1024 0+2048:2048 1+512:512");
}

TEST_CASE("Empty buddy pages go back at a cleanup, and no sooner") {
  PolicyOnPaper pool("buddy:page=1024");
  pool.alloc(0, 1000);
  pool.alloc(1, 1000);
  static_cast<void>(pool.traffic());
  pool.free(0);
  CHECK(pool.traffic().empty());
  pool.cleanup();
  CHECK(pool.traffic() == "-1024");
  CHECK(pool.reserved() == 1024);
}

TEST_CASE("A buddy page is no longer than the device allows, and past it no power of two is tried") {
  core::Limits limits = sim::kDefaultLimits;
  limits.largest_page = core::Bytes{3000};
  PolicyOnPaper pool("buddy", limits);
  CHECK(pool.alloc(0, 100) == "0+0");
  CHECK(pool.traffic() == "+2048");
  CHECK(pool.alloc(1, 2049) == "too_large");
}

TEST_CASE("buddy takes powers of two alone") {
  CHECK_THROWS(PolicyOnPaper("buddy:page=3000"));
  CHECK_THROWS(PolicyOnPaper("buddy:min-block=3"));
  CHECK_THROWS(PolicyOnPaper("buddy:page=1024,min-block=2048"));
}

}  // namespace arenasim::tests
