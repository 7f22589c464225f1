#include "sim/statistics/size_multiset.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <iterator>
#include <random>
#include <set>

namespace arenasim::sim::statistics {
namespace {

/// The multiset beside one that is plain.
struct Both {
  using Plain = std::multiset<std::uint64_t>;

  void add(std::uint64_t size) {
    sizes.add(size);
    plain.insert(size);
  }
  void remove(Plain::const_iterator some) {
    sizes.remove(*some);
    plain.erase(some);
  }
  [[nodiscard]] std::uint64_t plain_largest() const { return plain.empty() ? 0 : *plain.rbegin(); }

  SizeMultiset sizes;
  Plain plain;
};

}  // namespace

TEST_CASE("The largest of no sizes is 0") {
  SizeMultiset sizes;
  CHECK(sizes.largest() == 0);
  sizes.add(7);
  sizes.remove(7);
  CHECK(sizes.largest() == 0);
}

TEST_CASE("Sizes of 0 come and go without a trace") {
  SizeMultiset sizes;
  sizes.remove(0);
  sizes.add(7);
  sizes.add(0);
  CHECK(sizes.largest() == 7);
  sizes.remove(7);
  CHECK(sizes.largest() == 0);
}

TEST_CASE("The largest size is exact whatever comes and goes") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  Both both;
  for (int i = 0; i < 20000; ++i) {
    if (both.plain.empty() || random() % 5 < 3) {
      both.add(random() >> (random() % 64));
    } else {
      const auto some = both.plain.lower_bound(random() >> (random() % 64));
      both.remove(some == both.plain.end() ? both.plain.begin() : some);
    }
    REQUIRE(both.sizes.largest() == both.plain_largest());
  }
}

TEST_CASE("The largest of many sizes that are nearly the same is exact") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  Both both;
  for (int i = 0; i < 20000; ++i) {
    // Waves of growing and shrinking, so that files fill up and run empty again.
    if (both.plain.empty() || random() % 100 < (i / 500 % 2 == 0 ? 60U : 40U)) {
      both.add(1'000'000 + random() % 200 * (random() % 200));
    } else {
      both.remove(random() % 3 == 0 ? std::prev(both.plain.end()) : both.plain.begin());
    }
    REQUIRE(both.sizes.largest() == both.plain_largest());
  }
}

TEST_CASE("Sizes at the ends of 64 bits are kept apart") {
  SizeMultiset sizes;
  sizes.add(~std::uint64_t{0});
  sizes.add(~std::uint64_t{0} - 1);
  CHECK(sizes.largest() == ~std::uint64_t{0});
  sizes.remove(~std::uint64_t{0});
  CHECK(sizes.largest() == ~std::uint64_t{0} - 1);
}

}  // namespace arenasim::sim::statistics
