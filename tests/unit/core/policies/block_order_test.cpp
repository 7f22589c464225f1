// Free blocks by size and tie, beside a set that does the same.
#include <set>

#include <catch2/catch.hpp>

#include "core/policies/block_order.hpp"
#include "tests/property/draw.hpp"

namespace arenasim::core {
namespace {

TEST_CASE("An order of blocks finds the smallest that is large enough, and of equals the smallest tie") {
  tests::Draw draw(7);
  BlockOrder order;
  std::set<std::tuple<std::uint64_t, std::uint64_t, BlockSlot>> model;
  for (std::uint32_t step = 0; step < 60'000; ++step) {
    const bool shrinks = step % 20'000 > 12'000;
    if (model.empty() || !draw.chance(shrinks ? 200 : 600)) {
      const BlockKey key{Bytes{draw.between(1, 400)}, draw.below(1'000'000'000)};
      if (model.emplace(key.size.count(), key.tie, step).second) {
        order.insert(key, step);
      }
    } else {
      const auto victim = model.lower_bound({draw.between(1, 400), 0, 0});
      if (victim != model.end()) {
        const auto [size, tie, block] = *victim;
        REQUIRE(order.contains({Bytes{size}, tie}, block));
        order.erase({Bytes{size}, tie});
        model.erase(victim);
      }
    }
    const std::uint64_t wanted = draw.between(1, 420);
    const auto found = model.lower_bound({wanted, 0, 0});
    REQUIRE(order.at_least(Bytes{wanted}) == (found == model.end() ? kNoSlot : std::get<2>(*found)));
    REQUIRE(order.size() == model.size());
  }
  std::vector<BlockSlot> in_order;
  order.for_each([&](BlockSlot block) { in_order.push_back(block); });
  std::vector<BlockSlot> expected;
  expected.reserve(model.size());
  for (const auto& entry : model) {
    expected.push_back(std::get<2>(entry));
  }
  CHECK(in_order == expected);
  order.clear();
  CHECK(order.empty());
  CHECK(order.at_least(Bytes{1}) == kNoSlot);
}

}  // namespace
}  // namespace arenasim::core
