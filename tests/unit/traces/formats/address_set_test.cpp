#include "traces/formats/pytorch/address_set.hpp"

#include <random>
#include <set>

#include <catch2/catch.hpp>

namespace arenasim::traces::pytorch {

TEST_CASE("A set of addresses says which were met before, null among them") {
  std::mt19937_64 random{12};
  AddressSet addresses;
  std::set<std::uint64_t> expected;
  CHECK_FALSE(addresses.contains(0));
  CHECK_FALSE(addresses.contains(512));
  for (int round = 0; round < 20'000; ++round) {
    const std::uint64_t address = random() % 8'000 * 512;
    REQUIRE(addresses.contains(address) == expected.contains(address));
    REQUIRE(addresses.insert(address) == expected.insert(address).second);
  }
}

}  // namespace arenasim::traces::pytorch
