// Who held the memory when most was live, by size and by tag.
#pragma once

#include <vector>

#include "sim/statistics/allocation_table.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::statistics {

/// Those of one size together; most bytes first, then the lesser size; no more than a person reads.
[[nodiscard]] std::vector<HolderAtPeak> by_size(const AllocationTable& allocations);

/// Those of one tag together; most bytes first, then the tag seen first.
[[nodiscard]] std::vector<HolderAtPeak> by_tag(const AllocationTable& allocations);

/// Those of one size and tag together; most bytes first, then the lesser size, then the tag seen first.
[[nodiscard]] std::vector<HolderAtPeak> by_size_and_tag(const AllocationTable& allocations);

}  // namespace arenasim::sim::statistics
