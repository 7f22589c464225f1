#include "traces/number_set.hpp"

#include <limits>
#include <random>
#include <set>

#include <catch2/catch.hpp>

namespace arenasim::traces {

TEST_CASE("A set of numbers counts distinct ones, near and far, the least and the greatest") {
  std::mt19937_64 random{11};
  NumberSet numbers;
  std::set<std::uint64_t> expected;
  CHECK(numbers.size() == 0);
  const auto insert = [&](std::uint64_t number) {
    numbers.insert(number);
    expected.insert(number);
  };
  for (int round = 0; round < 30'000; ++round) {
    insert(random() % 1'000);
    insert(random() % (std::uint64_t{1} << (random() % 64)));
    if (round % 1'000 == 0) {
      CHECK(numbers.size() == expected.size());
    }
  }
  insert(0);
  insert(std::numeric_limits<std::uint64_t>::max());
  CHECK(numbers.size() == expected.size());
}

TEST_CASE("A set of numbers counts on when they become many") {
  constexpr std::uint64_t many = 700'000;
  NumberSet numbers;
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t number = 0; number < many; ++number) {
      numbers.insert(number * number);
    }
    CHECK(numbers.size() == many);
  }
}

}  // namespace arenasim::traces
