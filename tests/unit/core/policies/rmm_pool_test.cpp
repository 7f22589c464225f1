// RMM's pool's special cases (spec/policies.md): lists a stream, growth, halves that are no multiples of 256.
#include <catch2/catch.hpp>

#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {
namespace {

core::Limits limited(std::uint64_t capacity) {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{capacity};
  return limits;
}

}  // namespace

TEST_CASE("rmm-pool takes the lowest address among free blocks of one size") {
  PolicyOnPaper pool("rmm-pool:initial=4096");
  for (std::uint32_t id = 0; id < 5; ++id) {
    pool.alloc(id, 256);
  }
  pool.free(3);
  pool.free(1);
  CHECK(pool.alloc(5, 100) == "0+256");
  CHECK(pool.alloc(6, 100) == "0+768");
}

TEST_CASE("rmm-pool doubles: its first page is the first request, each later one at least the pool") {
  PolicyOnPaper pool("rmm-pool");
  CHECK(pool.alloc(0, 1000) == "0+0");
  CHECK(pool.alloc(1, 256) == "1+0");
  CHECK(pool.alloc(2, 10'000) == "2+0");
  CHECK(pool.alloc(3, 10'000) == "3+0");
  CHECK(pool.traffic() == "+1024 +1024 +10240 +12288");
  for (std::uint32_t id = 0; id < 4; ++id) {
    pool.free(id);
  }
  pool.cleanup();
  CHECK(pool.traffic().empty());
}

TEST_CASE("rmm-pool halves what the device refuses, down to the request") {
  PolicyOnPaper pool("rmm-pool", limited(10'000));
  pool.alloc(0, 8192);
  CHECK(pool.alloc(1, 256) == "1+0");
  CHECK(pool.traffic() == "+8192 !8192 !4096 !2048 +1024");
  CHECK(pool.alloc(2, 1500) == "out_of_memory");
  CHECK(pool.traffic() == "!9216 !4608 !2304 !1536");
}

TEST_CASE("rmm-pool with a maximum takes half of what is left, and fails unasked when the request is more") {
  PolicyOnPaper pool("rmm-pool:maximum=4096");
  CHECK(pool.alloc(0, 256) == "0+0");
  CHECK(pool.alloc(1, 2048) == "1+0");
  CHECK(pool.traffic() == "+2048 +2048");
  CHECK(pool.alloc(2, 2048) == "out_of_memory");
  CHECK(pool.traffic().empty());
}

TEST_CASE("rmm-pool rounds what is left up, which can pass its maximum, and leaves tails that serve nothing") {
  PolicyOnPaper pool("rmm-pool:maximum=768");
  CHECK(pool.alloc(0, 256) == "0+0");
  CHECK(pool.alloc(1, 256) == "1+0");
  CHECK(pool.alloc(2, 256) == "2+0");
  CHECK(pool.traffic() == "+384 +256 +256");
  CHECK(pool.reserved() == 896);
  CHECK(pool.ranges() == "0+256:128");
  CHECK(pool.alloc(3, 256) == "out_of_memory");
  pool.free(0);
  CHECK(pool.ranges() == "0+0:384");
}

TEST_CASE("rmm-pool with an initial page cannot serve what it could with none") {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
  CHECK(PolicyOnPaper("rmm-pool:initial=256MiB,maximum=1GiB").alloc(0, 1024 * kMiB) == "out_of_memory");
  CHECK(PolicyOnPaper("rmm-pool:maximum=1GiB").alloc(0, 1024 * kMiB) == "0+0");
}

TEST_CASE("An rmm-pool whose initial page is refused is an error, and so are sizes that are no multiples of 256") {
  CHECK_THROWS(PolicyOnPaper("rmm-pool:initial=1024", limited(1000)));
  CHECK_THROWS(PolicyOnPaper("rmm-pool:initial=100"));
  CHECK_THROWS(PolicyOnPaper("rmm-pool:maximum=100"));
  CHECK_THROWS(PolicyOnPaper("rmm-pool:initial=1024,maximum=512"));
}

TEST_CASE("rmm-pool takes from another stream before it grows, and leaves the rest in that stream's list") {
  PolicyOnPaper pool("rmm-pool");
  pool.alloc(0, 1024, 1);
  pool.free(0, 1);
  CHECK(pool.alloc(1, 256, 2) == "0+0");
  REQUIRE(pool.notes().size() == 1);
  CHECK(pool.notes()[0] == "streams waited for other streams' events 1 times, which costs nothing here");
  pool.free(1, 2);
  CHECK(pool.ranges() == "0+0:256 0+256:768");  // of two streams: not joined
}

TEST_CASE("rmm-pool takes the first other list with room, not the best of them all") {
  PolicyOnPaper pool("rmm-pool");
  pool.alloc(0, 4096, 1);
  pool.alloc(1, 4096, 2);
  pool.alloc(2, 4096, 1);
  pool.free(0, 1);
  pool.alloc(3, 3840, 2);
  pool.free(1, 2);
  CHECK(pool.traffic() == "+4096 +4096 +8192");
  CHECK(pool.ranges() == "0+3840:256 1+0:4096 2+4096:4096");
  CHECK(pool.alloc(4, 4096, 3) == "2+4096");  // the second is stream 2's, of the same size and lower
}

TEST_CASE("rmm-pool merges the other streams' lists into its own, one by one, until one is enough") {
  PolicyOnPaper pool("rmm-pool:initial=4096,maximum=4096");
  for (std::uint32_t id = 0; id < 4; ++id) {
    pool.alloc(id, 1024);
  }
  pool.free(0, 1);
  pool.free(1, 2);
  pool.free(2, 3);
  CHECK(pool.ranges() == "0+0:1024 0+1024:1024 0+2048:1024");
  CHECK(pool.alloc(4, 2048, 1) == "0+0");
  CHECK(pool.ranges() == "0+2048:1024");
}

TEST_CASE("A request that rmm-pool fails leaves the lists merged") {
  PolicyOnPaper pool("rmm-pool:initial=4096,maximum=4096");
  for (std::uint32_t id = 0; id < 4; ++id) {
    pool.alloc(id, 1024);
  }
  pool.free(0, 1);
  pool.free(1, 2);
  CHECK(pool.alloc(4, 4096, 1) == "out_of_memory");
  CHECK(pool.ranges() == "0+0:2048");
}

TEST_CASE("Free blocks of different pages of rmm-pool never join") {
  PolicyOnPaper pool("rmm-pool");
  pool.alloc(0, 1024);
  pool.alloc(1, 1024);
  pool.free(0);
  pool.free(1);
  CHECK(pool.ranges() == "0+0:1024 1+0:1024");
  CHECK(pool.alloc(2, 2048) == "2+0");
}

TEST_CASE("rmm-pool answers a request of no bytes beside its pool") {
  PolicyOnPaper pool("rmm-pool");
  pool.alloc(0, 0);
  pool.alloc(1, 1024);
  CHECK(pool.traffic() == "+0 +1024");
}

}  // namespace arenasim::tests
