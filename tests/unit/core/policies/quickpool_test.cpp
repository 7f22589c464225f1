// QuickPool's special cases (spec/policies.md): ties, growth, heuristics, and where the original never ends.
#include <catch2/catch.hpp>

#include "tests/support/policy_on_paper.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

std::string small_pool(const std::string& heuristic) {
  return "quickpool:first=64,next=64,align=16,heuristic=[" + heuristic + "]";
}

std::string pool_64_2(const std::string& heuristic) {
  return "quickpool:first=64MiB,next=2MiB,heuristic=[" + heuristic + "]";
}

core::Limits limited(std::uint64_t capacity) {
  core::Limits limits = sim::kDefaultLimits;
  limits.capacity = core::Bytes{capacity};
  return limits;
}

}  // namespace

TEST_CASE("quickpool gives the free block that was filed longest ago among blocks of one size") {
  PolicyOnPaper pool("quickpool:first=4096,next=4096");
  CHECK(pool.alloc(0, 64) == "0+0");
  CHECK(pool.alloc(1, 32) == "0+64");
  CHECK(pool.alloc(2, 64) == "0+96");
  CHECK(pool.alloc(3, 32) == "0+160");
  pool.free(2);
  pool.free(0);
  CHECK(pool.alloc(4, 50) == "0+96");
  CHECK(pool.alloc(5, 64) == "0+0");
}

TEST_CASE("quickpool rounds a request up to its alignment and splits off any rest") {
  PolicyOnPaper pool("quickpool:first=100,next=100,align=16");
  CHECK(pool.alloc(0, 81) == "0+0");
  CHECK(pool.ranges() == "0+96:4");
  CHECK(pool.allocator().describe().pools.at(0).padding_bytes == 15);
}

TEST_CASE("quickpool takes the first least page whenever it holds none, else the next one") {
  PolicyOnPaper pool("quickpool:first=1000,next=500,heuristic=[percent-releasable:0]");
  CHECK(pool.alloc(0, 992) == "0+0");
  CHECK(pool.alloc(1, 16) == "1+0");
  CHECK(pool.alloc(2, 600) == "2+0");
  CHECK(pool.traffic() == "+1000 +500 +608");
  pool.free(0);
  pool.free(1);
  pool.free(2);
  CHECK(pool.traffic().empty());
  pool.cleanup();
  CHECK(pool.traffic() == "-500 -608 -1000");
  CHECK(pool.alloc(3, 16) == "3+0");
  CHECK(pool.traffic() == "+1000");
}

TEST_CASE("quickpool with one page free leaves it, and replaces two by one of the high-water mark") {
  PolicyOnPaper pool(pool_64_2("percent-releasable-hwm:100"));
  pool.alloc(0, 64 * kMiB);
  pool.free(0);
  CHECK(pool.traffic() == "+67108864");
  pool.alloc(0, 64 * kMiB);
  pool.alloc(1, 3 * kMiB);
  pool.free(0);
  CHECK(pool.traffic() == "+3145728");
  pool.free(1);
  CHECK(pool.traffic() == "-3145728 -67108864 +70254592");
  CHECK(pool.notes().empty());
}

TEST_CASE("quickpool gives free pages back when a page is refused, and tries once more") {
  PolicyOnPaper pool("quickpool:first=1000,next=1000,heuristic=[percent-releasable:0]", limited(2600));
  pool.alloc(0, 1000);
  pool.alloc(1, 16);
  pool.free(0);
  CHECK(pool.traffic() == "+1008 +1000");  // 1000 is no multiple of 16
  CHECK(pool.alloc(2, 1500) == "2+0");
  CHECK(pool.traffic() == "!1504 -1008 +1504");
  CHECK(pool.alloc(3, 1500) == "out_of_memory");
}

TEST_CASE("quickpool under a capacity below its first least page fails every request") {
  PolicyOnPaper pool("quickpool:first=1024", limited(1000));
  CHECK(pool.alloc(0, 16) == "out_of_memory");
  CHECK(pool.traffic() == "!1024 !1024");
}

TEST_CASE("A quickpool that would recurse for ever is stopped and says so") {
  struct Case {
    const char* heuristic;
    std::uint64_t first;
    std::uint64_t second;
  };
  for (const Case& each :
       {Case{"blocks-releasable:0", 16, 64 * kMiB}, Case{"blocks-releasable:1", 16, 64 * kMiB},
        Case{"percent-releasable:1", 16, 64 * kMiB}, Case{"percent-releasable:50", 16, 64 * kMiB},
        Case{"blocks-releasable-hwm:0", 67'108'848, 64 * kMiB}, Case{"blocks-releasable-hwm:1", 67'108'848, 64 * kMiB},
        Case{"percent-releasable-hwm:50", 67'108'848, 128 * kMiB}, Case{"percent-releasable:99", 16, 6'710'886'400},
        Case{"percent-releasable-hwm:99", 16, 6'710'886'400}}) {
    INFO(each.heuristic);
    PolicyOnPaper pool(pool_64_2(each.heuristic));
    CHECK(pool.alloc(0, each.first) == "0+0");
    CHECK(pool.alloc(1, each.second) == "1+0");
    CHECK(pool.notes().empty());
    pool.free(1);
    REQUIRE(pool.notes().size() == 1);
    CHECK(pool.notes()[0].starts_with("a coalesce that the original would repeat until its stack is gone"));
  }
}

TEST_CASE("The smallest quickpools that recurse for ever are stopped, too") {
  for (const char* const heuristic : {"blocks-releasable:1", "percent-releasable:50"}) {
    PolicyOnPaper pool(small_pool(heuristic));
    pool.alloc(0, 16);
    pool.alloc(1, 64);
    pool.free(1);
    CHECK(pool.notes().size() == 1);
  }
  for (const char* const heuristic : {"blocks-releasable-hwm:1", "percent-releasable-hwm:50"}) {
    PolicyOnPaper pool(small_pool(heuristic));
    pool.alloc(0, 16);
    pool.alloc(1, 112);
    pool.free(1);
    CHECK(pool.notes().size() == 1);
  }
}

TEST_CASE("A quickpool that waits for two free pages, or for all, always comes to rest") {
  for (const char* const heuristic : {"blocks-releasable:2", "blocks-releasable-hwm:2", "percent-releasable:100",
                                      "percent-releasable-hwm:100", "percent-releasable:0"}) {
    PolicyOnPaper pool(small_pool(heuristic));
    for (const std::uint64_t size : {16U, 64U, 112U, 64U, 48U}) {
      pool.alloc(0, size);
      pool.alloc(1, 2 * size);
      pool.alloc(2, 16);
      pool.free(1);
      pool.free(0);
      pool.free(2);
    }
    INFO(heuristic);
    CHECK(pool.notes().empty());
  }
}

TEST_CASE("A coalesce that is refused its page, where the original ends the process, is noted") {
  const char* const policy = "quickpool:first=3000,next=3000,align=512,heuristic=[blocks-releasable:2]";
  PolicyOnPaper pool(policy, limited(9000));
  for (std::uint32_t id = 0; id < 3; ++id) {
    pool.alloc(id, 2560);
  }
  pool.free(1);
  CHECK(pool.traffic() == "+3000 +3000 +3000");
  pool.free(2);
  CHECK(pool.traffic() == "-3000 -3000 !6144 !6144");
  REQUIRE(pool.notes().size() == 1);
  CHECK(pool.notes()[0] == "a coalesce was refused its page 1 times; the original ends the process there");
  PolicyOnPaper unlimited(policy);
  for (std::uint32_t id = 0; id < 3; ++id) {
    unlimited.alloc(id, 2560);
  }
  unlimited.free(1);
  unlimited.free(2);
  CHECK(unlimited.reserved() == 9144);
  CHECK(unlimited.notes().empty());
}

TEST_CASE("quickpool answers a request of no bytes beside its pool") {
  PolicyOnPaper pool("quickpool:first=64,next=64");
  pool.alloc(0, 0);
  pool.alloc(1, 64);
  CHECK(pool.traffic() == "+0 +64");
  pool.free(0);
  pool.alloc(2, 0);
  CHECK(pool.traffic().empty());
  CHECK(pool.reserved() == 64);
}

TEST_CASE("quickpool says that a request near 2^64 bytes is too large") {
  PolicyOnPaper pool("quickpool");
  for (const std::uint64_t size : {~std::uint64_t{0}, ~std::uint64_t{0} - 16, std::uint64_t{1} << 63U}) {
    CHECK(pool.alloc(0, size) == "too_large");
  }
  CHECK(pool.traffic().empty());
}

}  // namespace arenasim::tests
