// Grids, draws and shards.
#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "sim/sweep/grid.hpp"

namespace arenasim::tests {
namespace {

using namespace sim::sweep;

TEST_CASE("The last axis of a grid changes fastest") {
  const std::vector<Combination> all = combinations({{"a", {"1", "2"}}, {"b", {"x", "y", "z"}}});
  REQUIRE(all.size() == 6);
  CHECK(all[0] == Combination{0, 0});
  CHECK(all[1] == Combination{0, 1});
  CHECK(all[3] == Combination{1, 0});
  CHECK(combinations({}).size() == 1);
}

TEST_CASE("A draw has different numbers, the same for the same seed") {
  const std::vector<std::size_t> draw = drawn(1'000, 50, 7);
  CHECK(draw.size() == 50);
  CHECK(std::is_sorted(draw.begin(), draw.end()));
  CHECK(std::set<std::size_t>(draw.begin(), draw.end()).size() == 50);
  CHECK(draw.back() < 1'000);
  CHECK(draw == drawn(1'000, 50, 7));
  CHECK(draw != drawn(1'000, 50, 8));
  CHECK(drawn(5, 50, 1) == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("Shards share the cells out, each to one of them") {
  for (std::uint64_t cell = 0; cell < 20; ++cell) {
    int owners = 0;
    for (std::uint64_t index = 1; index <= 3; ++index) {
      owners += Shard{index, 3}.has(cell) ? 1 : 0;
    }
    CHECK(owners == 1);
  }
  CHECK(parse_shard("2/3")->index == 2);
  for (const char* text : {"", "1", "0/3", "4/3", "a/3", "1/", "/3", "1/0"}) {
    CHECK_FALSE(parse_shard(text));
  }
}

TEST_CASE("Values stand with commas between, in brackets or quotes where they hold some") {
  CHECK(split_values("2MiB,8MiB") == std::vector<std::string>{"2MiB", "8MiB"});
  CHECK(split_values("[a,b],'c:d',e") == std::vector<std::string>{"a,b", "c:d", "e"});
  for (const char* text : {"", "a,,b", "a,", "[a", "'a"}) {
    CHECK_FALSE(split_values(text));
  }
}

}  // namespace
}  // namespace arenasim::tests
