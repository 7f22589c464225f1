// Bins over another policy (spec/policies.md, binning).
#include <catch2/catch.hpp>

#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

}  // namespace

TEST_CASE("binning takes chunks of 128 blocks of the smallest sufficient bin from below") {
  PolicyOnPaper pool("binning:under=direct");
  CHECK(pool.alloc(0, 1) == "0+0");
  CHECK(pool.traffic() == "+33554432");
  CHECK(pool.alloc(1, 262'144) == "0+262144");
  CHECK(pool.alloc(2, 262'145) == "1+0");
  CHECK(pool.traffic() == "+67108864");
  CHECK(pool.alloc(3, 4 * kMiB) == "2+0");
  CHECK(pool.traffic() == "+536870912");
}

TEST_CASE("binning sends what no bin holds below, and a request of no bytes") {
  PolicyOnPaper pool("binning:under=direct");
  CHECK(pool.alloc(0, 4 * kMiB + 1) == "0+0");
  CHECK(pool.traffic() == "+4194560");
  CHECK(pool.alloc(1, 0) == "1+0");
  CHECK(pool.traffic() == "+0");
  pool.free(0);
  CHECK(pool.traffic() == "-4194560");
}

TEST_CASE("The block that was freed last is the next to go out of its bin") {
  PolicyOnPaper pool("binning:under=direct,min-bin=256,max-bin=256,bin-chunk=4");
  for (std::uint32_t id = 0; id < 4; ++id) {
    pool.alloc(id, 200);
  }
  pool.free(1);
  pool.free(3);
  pool.free(0);
  CHECK(pool.ranges() == "0+0:256 0+256:256 0+768:256");
  CHECK(pool.alloc(4, 200) == "0+0");
  CHECK(pool.alloc(5, 200) == "0+768");
  CHECK(pool.alloc(6, 200) == "0+256");
  CHECK(pool.alloc(7, 200) == "1+0");
}

TEST_CASE("binning fails a small request whose chunk is refused") {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{40 * kMiB};
  PolicyOnPaper pool("binning:under=direct", limits);
  CHECK(pool.alloc(0, 1) == "0+0");
  CHECK(pool.alloc(1, 300'000) == "out_of_memory");
  CHECK(pool.traffic() == "+33554432 !67108864");
  CHECK(pool.alloc(2, 6 * kMiB) == "1+0");
}

TEST_CASE("A cleanup gives the chunks of which nothing is held back") {
  PolicyOnPaper pool("binning:under=direct,min-bin=256,max-bin=512,bin-chunk=2");
  pool.alloc(0, 100);
  pool.alloc(1, 300);
  pool.free(0);
  static_cast<void>(pool.traffic());
  pool.cleanup();
  CHECK(pool.traffic() == "-512");
  CHECK(pool.reserved() == 1024);
  CHECK(pool.alloc(2, 100) == "2+0");
}

TEST_CASE("binning cuts chunks that the policy below places inside its pages") {
  PolicyOnPaper pool("binning:under=[buddy:page=1MiB],min-bin=1KiB,max-bin=1KiB,bin-chunk=4");
  CHECK(pool.alloc(0, 2 * kMiB) == "0+0");
  CHECK(pool.alloc(1, 1024) == "1+0");
  CHECK(pool.alloc(2, 4096) == "1+4096");
  CHECK(pool.alloc(3, 1024) == "1+1024");
}

TEST_CASE("What is held in a chunk moves along when the policy below moves the chunk") {
  // Of 2 MiB pages the arena grows to larger ones, and a cleanup moves the chunk off its page.
  PolicyOnPaper pool("binning:under=arena,min-bin=64KiB,max-bin=64KiB,bin-chunk=4");
  CHECK(pool.alloc(0, 65'536) == "0+0");
  CHECK(pool.alloc(1, 65'536) == "0+65536");
  CHECK(pool.alloc(2, 5 * kMiB) == "1+0");
  static_cast<void>(pool.traffic());
  pool.cleanup();
  CHECK(pool.traffic() == "-2097152");
  CHECK(pool.ranges().find("1+5373952:65536 1+5439488:65536") != std::string::npos);
  pool.free(0);
  CHECK(pool.ranges().find("1+5242880:65536 1+5373952:65536") != std::string::npos);
}

TEST_CASE("binning stands on any policy but itself and those that plan") {
  CHECK_THROWS(PolicyOnPaper("binning:under=binning"));
  CHECK_THROWS(PolicyOnPaper("binning:under=offline"));
  CHECK_THROWS(PolicyOnPaper("binning:under=nothing"));
  CHECK_THROWS(PolicyOnPaper("binning:under=[buddy:page=3]"));
  CHECK_THROWS(PolicyOnPaper("binning:min-bin=3"));
  CHECK_THROWS(PolicyOnPaper("binning:min-bin=1MiB,max-bin=512KiB"));
}

}  // namespace arenasim::tests
