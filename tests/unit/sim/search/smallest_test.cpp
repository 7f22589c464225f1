// The search for the smallest value, against trying every value.
#include <algorithm>
#include <optional>

#include <catch2/catch.hpp>

#include "sim/search/smallest.hpp"

namespace arenasim::tests {
namespace {

using sim::search::Range;
using sim::search::Smallest;

TEST_CASE("The smallest value of a question that changes once is what trying all finds") {
  for (const std::uint64_t step : {1ULL, 7ULL}) {
    const Range range{.least = 100, .most = 400, .step = step};
    for (std::uint64_t threshold = 90; threshold <= 410; ++threshold) {
      const auto holds = [threshold](std::uint64_t value) { return value >= threshold; };
      std::optional<std::uint64_t> linear;
      for (std::uint64_t index = 0; index < range.size() && !linear; ++index) {
        linear = holds(range.value(index)) ? std::optional{range.value(index)} : std::nullopt;
      }
      const Smallest found = sim::search::smallest(range, 5, sim::Jobs{2}, holds);
      REQUIRE(found.value == linear);
      CHECK(found.fails_above.empty());
    }
  }
}

TEST_CASE("A question that changes back is told") {
  const Range range{.least = 0, .most = 99, .step = 1};
  const auto holds = [](std::uint64_t value) { return value >= 20 && (value < 50 || value > 60); };
  const Smallest found = sim::search::smallest(range, 34, sim::Jobs{2}, holds);
  CHECK(found.value == 20);
  REQUIRE_FALSE(found.fails_above.empty());
  CHECK(found.fails_above.front() >= 50);
  CHECK(found.fails_above.back() <= 60);
}

TEST_CASE("With as many probes as values every value is tried") {
  const Range range{.least = 0, .most = 30, .step = 1};
  const auto holds = [](std::uint64_t value) { return value == 4 || value > 20; };
  const Smallest found = sim::search::smallest(range, 31, sim::Jobs{1}, holds);
  CHECK(found.value == 4);
  CHECK(found.fails_above.size() == 16);
  CHECK(found.probes.size() == 31);
}

TEST_CASE("Nothing is found where nothing holds, and the least where all does") {
  const Range range{.least = 5, .most = 50, .step = 5};
  CHECK_FALSE(sim::search::smallest(range, 4, sim::Jobs{1}, [](std::uint64_t) { return false; }).value);
  CHECK(sim::search::smallest(range, 4, sim::Jobs{1}, [](std::uint64_t) { return true; }).value == 5);
  const Range one{.least = 5, .most = 5, .step = 9};
  CHECK(sim::search::smallest(one, 4, sim::Jobs{1}, [](std::uint64_t) { return true; }).value == 5);
}

TEST_CASE("A range of all 64 bits can be searched") {
  const Range range{.least = 0, .most = ~std::uint64_t{0}, .step = 2};
  const std::uint64_t threshold = std::uint64_t{1} << 63U;
  CHECK(sim::search::smallest(range, 33, sim::Jobs{2}, [&](std::uint64_t value) { return value >= threshold; }).value ==
        threshold);
}

}  // namespace
}  // namespace arenasim::tests
