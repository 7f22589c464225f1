#include "sim/statistics/allocation_table.hpp"

namespace arenasim::sim::statistics {

std::vector<PeakHolder> AllocationTable::live_at_peak() const {
  std::vector<PeakHolder> holders = freed_since_peak_;
  for (const AllocationRecord& record : records_) {
    if (record.live && record.born_moment <= peak_moment_) {
      holders.push_back({record.size, record.tag});
    }
  }
  return holders;
}

}  // namespace arenasim::sim::statistics
