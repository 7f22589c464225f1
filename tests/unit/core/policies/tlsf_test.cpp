// TLSF's special cases (spec/policies.md): classes, strategies, ties, gaps, and the bug past 2^39 bytes.
#include <catch2/catch.hpp>

#include "core/policies/tlsf_lists.hpp"
#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {
namespace {

using core::Bytes;
using core::SizeClass;

core::Limits aligned(std::uint64_t alignment) {
  core::Limits limits = sim::kDefaultLimits;
  limits.alignment = *core::Alignment::of(Bytes{alignment});
  limits.largest_page = Bytes{std::uint64_t{1} << 50U};
  return limits;
}

}  // namespace

TEST_CASE("tlsf cuts sizes up to 256 into lists of 8 bytes and each power of two above into 32") {
  CHECK(SizeClass::of(Bytes{1}).index() == 0);
  CHECK(SizeClass::of(Bytes{8}).index() == 0);
  CHECK(SizeClass::of(Bytes{9}).index() == 1);
  CHECK(SizeClass::of(Bytes{256}).index() == 31);
  CHECK(SizeClass::of(Bytes{257}).index() == 32);
  CHECK(SizeClass::of(Bytes{263}).index() == 32);
  CHECK(SizeClass::of(Bytes{264}).index() == 33);
  CHECK(SizeClass::of(Bytes{511}).index() == 63);
  CHECK(SizeClass::of(Bytes{512}).index() == 64);
  CHECK(SizeClass::of(Bytes{1024}).index() == 96);
  CHECK(core::in_next_tlsf_list(Bytes{1}) == Bytes{9});
  CHECK(core::in_next_tlsf_list(Bytes{248}) == Bytes{256});
  CHECK(core::in_next_tlsf_list(Bytes{249}) == Bytes{257});
  CHECK(core::in_next_tlsf_list(Bytes{257}) == Bytes{265});
  CHECK(core::in_next_tlsf_list(Bytes{1024}) == Bytes{1056});
}

TEST_CASE("tlsf takes the block of a list that was freed last, whatever its size") {
  PolicyOnPaper pool("tlsf:page=65536,strategy=min-memory", aligned(1));
  pool.alloc(0, 1030);
  pool.alloc(1, 100);
  pool.alloc(2, 1025);
  pool.alloc(3, 100);
  pool.free(2);
  pool.free(0);
  CHECK(pool.alloc(4, 1025) == "0+0");
  CHECK(pool.ranges() == "0+1025:5 0+1130:1025 0+2255:63281");
}

TEST_CASE("The strategies of tlsf differ in what they look at first") {
  const auto placed = [](const std::string& strategy) {
    PolicyOnPaper pool("tlsf:page=65536,strategy=" + strategy, aligned(1));
    pool.alloc(0, 1024);  // the list of the request itself
    pool.alloc(1, 100);
    pool.alloc(2, 4096);  // a list behind
    pool.alloc(3, 100);
    pool.free(2);
    pool.free(0);
    return pool.alloc(4, 1024);
  };
  CHECK(placed("default") == "0+1124");
  CHECK(placed("min-time") == "0+1124");
  CHECK(placed("min-memory") == "0+0");
  CHECK(placed("min-offset") == "0+0");
}

TEST_CASE("tlsf looks at the tail before the list of the request, but for min-memory") {
  const auto placed = [](const std::string& strategy) {
    PolicyOnPaper pool("tlsf:page=65536,strategy=" + strategy, aligned(1));
    pool.alloc(0, 1024);
    pool.alloc(1, 100);
    pool.free(0);
    return pool.alloc(2, 1024);
  };
  CHECK(placed("default") == "0+1124");
  CHECK(placed("min-time") == "0+1124");
  CHECK(placed("min-memory") == "0+0");
  CHECK(placed("min-offset") == "0+0");
}

TEST_CASE("tlsf with min-time looks at the tail as soon as the front of a list does not fit") {
  for (const auto& [strategy, place] : {std::pair{"default", "0+48"}, std::pair{"min-time", "0+96"}}) {
    PolicyOnPaper pool(std::string{"tlsf:page=65536,strategy="} + strategy, aligned(16));
    CHECK(pool.alloc(0, 2) == "0+0");
    CHECK(pool.alloc(1, 16) == "0+16");
    CHECK(pool.alloc(2, 16) == "0+32");
    CHECK(pool.alloc(3, 32) == "0+48");
    CHECK(pool.alloc(4, 16) == "0+80");
    pool.free(3);  // 48 to 80: 20 bytes fit
    pool.free(1);  // 2 to 32, in the same list: from its aligned start on it has 16
    INFO(strategy);
    CHECK(pool.alloc(5, 20) == place);
  }
}

TEST_CASE("A gap before an aligned start is a free block of its own until a neighbour goes") {
  PolicyOnPaper pool("tlsf:page=4096", aligned(256));
  CHECK(pool.alloc(0, 10) == "0+0");
  CHECK(pool.alloc(1, 300) == "0+256");
  CHECK(pool.ranges() == "0+10:246 0+556:3540");
  pool.free(1);
  CHECK(pool.ranges() == "0+10:4086");
  CHECK(pool.alloc(1, 300) == "0+256");
  pool.free(0);
  CHECK(pool.ranges() == "0+0:256 0+556:3540");
}

TEST_CASE("tlsf splits off a rest of one byte") {
  PolicyOnPaper pool("tlsf:page=1001", aligned(1));
  pool.alloc(0, 1000);
  CHECK(pool.ranges() == "0+1000:1");
  CHECK(pool.alloc(1, 1) == "0+1000");
  CHECK(pool.ranges().empty());
  pool.free(1);
  pool.free(0);
  CHECK(pool.ranges() == "0+0:1001");
}

TEST_CASE("tlsf misses a free block of 512 GiB or more for smaller requests, as the original does") {
  for (const char* const strategy : {"default", "min-memory", "min-time", "min-offset"}) {
    core::Limits limits = aligned(256);
    limits.capacity = Bytes{4'398'046'511'104};
    PolicyOnPaper pool(std::string{"tlsf:page=4TiB,strategy="} + strategy, limits);
    CHECK(pool.alloc(0, 1'099'511'627'776) == "0+0");
    CHECK(pool.alloc(1, 3'298'534'883'328) == "0+1099511627776");
    pool.free(0);
    INFO(strategy);
    CHECK(pool.alloc(2, 1'073'741'824) == (std::string{strategy} == "min-offset" ? "0+0" : "out_of_memory"));
  }
}

TEST_CASE("tlsf asks its pages in order of granting, and a larger request has a page of its own") {
  PolicyOnPaper pool("tlsf:page=1024");
  CHECK(pool.alloc(0, 1000) == "0+0");
  CHECK(pool.alloc(1, 512) == "1+0");
  CHECK(pool.alloc(2, 5000) == "2+0");
  CHECK(pool.traffic() == "+1024 +1024 +5000");
  pool.free(0);
  CHECK(pool.alloc(3, 512) == "0+0");
  pool.free(3);
  pool.free(1);
  pool.free(2);
  CHECK(pool.traffic().empty());
  pool.cleanup();
  CHECK(pool.traffic() == "-1024 -5000");
  CHECK(pool.alloc(4, 2000) == "3+0");
}

TEST_CASE("tlsf refuses a request of no bytes and says so") {
  PolicyOnPaper pool("tlsf");
  CHECK(pool.alloc(0, 0) == "too_large");
  REQUIRE(pool.notes().size() == 1);
  CHECK(pool.notes()[0] == "1 requests of 0 bytes were refused, which the original asserts against");
}

TEST_CASE("tlsf says that a request near 2^64 bytes is too large") {
  PolicyOnPaper pool("tlsf");
  for (const std::uint64_t size : {~std::uint64_t{0}, ~std::uint64_t{0} - 256, std::uint64_t{1} << 63U}) {
    CHECK(pool.alloc(0, size) == "too_large");
  }
}

}  // namespace arenasim::tests
