// Snapshots drawn at random, written as a pickler writes them, with what a file may hold and no pickler would write.
#pragma once

#include <cstdint>
#include <string>

namespace arenasim::tests {

/// The same for the same seed. Some are malformed. `oddities`: how many of a hundred parts are written oddly.
[[nodiscard]] std::string random_snapshot(std::uint64_t seed, unsigned oddities);

}  // namespace arenasim::tests
