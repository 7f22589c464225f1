// An arena a stream over lent superblocks (spec/policies.md, rmm-arena, and the choices at its class).
#include <catch2/catch.hpp>

#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

core::Limits limited(std::uint64_t capacity) {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{capacity};
  return limits;
}

}  // namespace

TEST_CASE("rmm-arena lends superblocks of at least 1 MiB, in powers of two") {
  PolicyOnPaper pool("rmm-arena");
  CHECK(pool.alloc(0, 100) == "0+0");
  CHECK(pool.alloc(1, 3 * kMiB) == "1+0");
  CHECK(pool.traffic() == "+1048576 +4194304");
  CHECK(pool.ranges() == "0+256:1048320 1+3145728:1048576");
}

TEST_CASE("Each stream of rmm-arena has superblocks of its own") {
  PolicyOnPaper pool("rmm-arena");
  CHECK(pool.alloc(0, 100, 1) == "0+0");
  CHECK(pool.alloc(1, 100, 2) == "1+0");
  CHECK(pool.alloc(2, 100, 1) == "0+256");
}

TEST_CASE("rmm-arena takes the free block of lowest address, and joins what is free") {
  PolicyOnPaper pool("rmm-arena");
  for (std::uint32_t id = 0; id < 5; ++id) {
    pool.alloc(id, 1024);
  }
  pool.free(3);
  pool.free(1);
  CHECK(pool.alloc(5, 256) == "0+1024");
  pool.free(2);
  CHECK(pool.alloc(6, 2500) == "0+1280");
}

TEST_CASE("A block belongs to the arena of its superblock, whatever stream frees it") {
  PolicyOnPaper pool("rmm-arena");
  CHECK(pool.alloc(0, kMiB, 1) == "0+0");
  pool.free(0, 2);
  CHECK(pool.alloc(1, 100, 2) == "1+0");
  CHECK(pool.alloc(2, 100, 1) == "0+0");
}

TEST_CASE("When the device refuses, wholly free superblocks of other streams serve") {
  PolicyOnPaper pool("rmm-arena", limited(2 * kMiB));
  pool.alloc(0, 100, 1);
  pool.alloc(1, 100, 2);
  static_cast<void>(pool.traffic());
  pool.free(0, 1);
  CHECK(pool.alloc(2, 100, 3) == "0+0");
  CHECK(pool.traffic() == "!1048576");
  CHECK(pool.alloc(3, 100, 4) == "out_of_memory");
}

TEST_CASE("Free superblocks that are too small go back to the device before the second try") {
  PolicyOnPaper pool("rmm-arena", limited(3 * kMiB));
  pool.alloc(0, 100, 1);
  pool.alloc(1, 100, 2);
  pool.free(0, 1);
  static_cast<void>(pool.traffic());
  CHECK(pool.alloc(2, 2 * kMiB, 2) == "2+0");
  CHECK(pool.traffic() == "!2097152 -1048576 +2097152");
}

TEST_CASE("A cleanup gives the stream's free superblocks to the device, and leaves other streams alone") {
  PolicyOnPaper pool("rmm-arena");
  pool.alloc(0, 100, 1);
  pool.alloc(1, 100, 2);
  pool.free(0, 1);
  pool.free(1, 2);
  pool.cleanup(1);
  CHECK(pool.reserved() == kMiB);
  pool.cleanup(2);
  CHECK(pool.reserved() == 0);
}

TEST_CASE("The least superblock is an option, a power of two from 1 MiB") {
  PolicyOnPaper pool("rmm-arena:superblock=4MiB");
  pool.alloc(0, 1);
  CHECK(pool.traffic() == "+4194304");
  CHECK_THROWS(PolicyOnPaper("rmm-arena:superblock=3MiB"));
  CHECK_THROWS(PolicyOnPaper("rmm-arena:superblock=512KiB"));
}

}  // namespace arenasim::tests
