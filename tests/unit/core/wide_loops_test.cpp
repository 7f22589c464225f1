#include "core/wide_loops.hpp"

#include <algorithm>
#include <random>

#include <catch2/catch.hpp>

#include "core/vectors.hpp"

namespace arenasim::core {

TEST_CASE("The loops in vectors answer like plain ones") {
  if (!may_use_vectors()) {
    WARN("this machine has no such vectors");
    return;
  }
  std::mt19937_64 random{1};
  for (int round = 0; round < 2'000; ++round) {
    std::array<std::int64_t, wide::kWidth> values{};
    std::array<std::uint32_t, wide::kWidth> slots{};
    const std::uint64_t spread = round % 2 == 0 ? 5 : ~std::uint64_t{0};
    std::generate(values.begin(), values.end(), [&] { return static_cast<std::int64_t>(random() % spread); });
    std::generate(slots.begin(), slots.end(), [&] { return static_cast<std::uint32_t>(random() % spread); });
    std::uint32_t at_least = 0;
    std::uint32_t equal = 0;
    for (std::uint32_t i = 0; i < wide::kWidth; ++i) {
      at_least |= std::uint32_t{values[i] >= values[5]} << i;
      equal |= std::uint32_t{slots[i] == slots[5]} << i;
    }
    REQUIRE(wide::at_least(values, values[5]) == at_least);
    REQUIRE(wide::equal(slots, slots[5]) == equal);
    REQUIRE(wide::greatest(values) == *std::max_element(values.begin(), values.end()));
  }
}

}  // namespace arenasim::core
