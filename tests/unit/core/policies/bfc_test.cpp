// Best fit with coalescing: its rules (spec/policies.md, bfc).
#include <catch2/catch.hpp>

#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30U;

core::Limits limited(std::uint64_t capacity) {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{capacity};
  return limits;
}

}  // namespace

TEST_CASE("bfc regions double: once a region is made, and as often as a request needs") {
  PolicyOnPaper pool("bfc");
  CHECK(pool.alloc(0, kMiB) == "0+0");
  CHECK(pool.alloc(1, 3 * kMiB) == "1+0");
  CHECK(pool.alloc(2, 3 * kMiB) == "2+0");
  CHECK(pool.alloc(3, 100 * kMiB) == "3+0");
  CHECK(pool.traffic() == "+2097152 +4194304 +8388608 +134217728");
}

TEST_CASE("bfc grown for a request does not double once more") {
  PolicyOnPaper pool("bfc");
  pool.alloc(0, 3 * kMiB);
  pool.alloc(1, 4 * kMiB);
  CHECK(pool.traffic() == "+4194304 +4194304");
}

TEST_CASE("bfc without growth has one region, as long as the capacity") {
  PolicyOnPaper pool("bfc:allow-growth=false", limited(100 * kMiB + 100));
  CHECK(pool.alloc(0, 1) == "0+0");
  CHECK(pool.traffic() == "+104857600");
  CHECK_THROWS(PolicyOnPaper("bfc:allow-growth=false"));
}

TEST_CASE("bfc takes the smallest sufficient block, of equals the lowest address") {
  PolicyOnPaper pool("bfc");
  for (std::uint32_t id = 0; id < 7; ++id) {
    pool.alloc(id, id == 3 ? 512 : 1024);
  }
  pool.free(5);
  pool.free(3);
  pool.free(1);
  CHECK(pool.alloc(7, 500) == "0+3072");
  CHECK(pool.alloc(8, 1000) == "0+1024");
  CHECK(pool.alloc(9, 1000) == "0+4608");
}

TEST_CASE("bfc splits a block that is twice the request, and gives all of a smaller one") {
  PolicyOnPaper pool("bfc");
  pool.alloc(0, 1024);
  pool.alloc(1, 256);
  pool.free(0);
  CHECK(pool.alloc(2, 513) == "0+0");
  CHECK(pool.ranges() == "0+1280:2095872");
  pool.free(2);
  CHECK(pool.alloc(3, 512) == "0+0");
  CHECK(pool.ranges() == "0+512:512 0+1280:2095872");
}

TEST_CASE("bfc splits off a rest of 128 MiB whatever the request, or of a fraction of the capacity") {
  PolicyOnPaper pool("bfc", limited(2 * kGiB));
  pool.alloc(0, 400 * kMiB);
  CHECK(pool.ranges().empty());
  pool.free(0);
  CHECK(pool.alloc(1, 384 * kMiB) == "0+0");
  CHECK(pool.ranges() == "0+402653184:134217728");
  PolicyOnPaper tight("bfc:fragmentation-fraction=0.25", limited(2 * kGiB));
  tight.alloc(0, 384 * kMiB);
  CHECK(tight.ranges().empty());
  CHECK_THROWS(PolicyOnPaper("bfc:fragmentation-fraction=0.25"));
}

TEST_CASE("A freed bfc block joins both neighbours, and never one of another region") {
  PolicyOnPaper pool("bfc");
  pool.alloc(0, 2 * kMiB);
  pool.alloc(1, 4 * kMiB);
  for (std::uint32_t id = 0; id < 2; ++id) {
    pool.free(id);
  }
  CHECK(pool.ranges() == "0+0:2097152 1+0:4194304");
}

TEST_CASE("bfc asks for a tenth less each time it is refused, down to the request") {
  PolicyOnPaper pool("bfc:garbage-collection=false", limited(3000));
  CHECK(pool.alloc(0, 100) == "0+0");
  CHECK(pool.traffic() == "+2816");
  CHECK(pool.alloc(1, 100) == "0+256");
}

TEST_CASE("bfc backs off from what the device refuses though its limit allows it") {
  core::Limits limits = limited(10 * kMiB);
  PolicyOnPaper pool("bfc", limits);
  pool.alloc(0, 2 * kMiB);
  pool.alloc(1, 4 * kMiB);
  CHECK(pool.traffic() == "+2097152 +4194304");
  CHECK(pool.alloc(2, 4 * kMiB) == "2+0");
  CHECK(pool.traffic() == "+4194304");
  CHECK(pool.alloc(3, 256) == "out_of_memory");
  CHECK(pool.traffic().empty());
}

TEST_CASE("bfc gives wholly free regions back when that would serve the request, and asks once more") {
  PolicyOnPaper pool("bfc", limited(8 * kMiB));
  pool.alloc(0, 2 * kMiB);
  pool.alloc(1, 4 * kMiB);
  pool.free(0);
  static_cast<void>(pool.traffic());
  CHECK(pool.alloc(2, 4 * kMiB) == "2+0");
  CHECK(pool.traffic() == "-2097152 +4194304");
  pool.free(1);
  CHECK(pool.alloc(3, 5 * kMiB) == "out_of_memory");
  CHECK(pool.traffic().empty());
}

TEST_CASE("bfc without garbage collection keeps its regions and fails") {
  PolicyOnPaper pool("bfc:garbage-collection=false", limited(8 * kMiB));
  pool.alloc(0, 2 * kMiB);
  pool.alloc(1, 4 * kMiB);
  pool.free(0);
  static_cast<void>(pool.traffic());
  CHECK(pool.alloc(2, 4 * kMiB) == "out_of_memory");
  CHECK(pool.traffic().empty());
}

TEST_CASE("bfc regions of one address range join, and what is free at the end grows") {
  PolicyOnPaper pool("bfc:coalesce-regions=true");
  CHECK(pool.alloc(0, kMiB) == "0+0");
  CHECK(pool.alloc(1, 2 * kMiB) == "0+1048576");
  CHECK(pool.reserved() == 6 * kMiB);
  CHECK(pool.ranges() == "0+3145728:3145728");
  pool.free(0);
  pool.free(1);
  CHECK(pool.ranges() == "0+0:6291456");
  pool.cleanup();
  CHECK(pool.reserved() == 0);
}

TEST_CASE("bfc refuses a request of no bytes") {
  CHECK(PolicyOnPaper("bfc").alloc(0, 0) == "out_of_memory");
}

}  // namespace arenasim::tests
