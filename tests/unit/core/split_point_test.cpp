#include "core/split_point.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

namespace arenasim::core {
namespace {

TEST_CASE("A row of any length splits where the standard says, equal items on one side") {
  for (std::size_t count = 0; count <= 70; ++count) {
    std::vector<std::uint64_t> row(count);
    for (std::size_t at = 0; at < count; ++at) {
      row[at] = at / 3 * 2 + 1;  // three of each odd number
    }
    for (std::uint64_t wanted = 0; wanted <= count + 2; ++wanted) {
      const auto is_before = [wanted](std::uint64_t item) { return item < wanted; };
      const auto is_not_behind = [wanted](std::uint64_t item) { return item <= wanted; };
      const auto below = std::lower_bound(row.begin(), row.end(), wanted) - row.begin();
      const auto up_to = std::upper_bound(row.begin(), row.end(), wanted) - row.begin();
      REQUIRE(split_point(row.data(), count, is_before) == static_cast<std::size_t>(below));
      REQUIRE(split_point(row.data(), count, is_not_behind) == static_cast<std::size_t>(up_to));
    }
  }
}

}  // namespace
}  // namespace arenasim::core
