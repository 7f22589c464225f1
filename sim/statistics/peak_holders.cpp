#include "sim/statistics/peak_holders.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace arenasim::sim::statistics {

namespace {

constexpr std::size_t kMostHolders = 10;

using Key = std::pair<core::Bytes, traces::Tag>;

/// What `key_of` makes equal goes together.
std::vector<HolderAtPeak> grouped(const AllocationTable& allocations, Key (*key_of)(const PeakHolder&)) {
  std::map<Key, HolderAtPeak> groups;
  allocations.for_each_at_peak([&](const PeakHolder& holder) {
    const Key key = key_of(holder);
    HolderAtPeak& group = groups[key];
    group.size = key.first;
    group.tag = key.second;
    ++group.count;
    group.bytes += holder.size.count();
  });
  std::vector<HolderAtPeak> list;
  list.reserve(groups.size());
  for (const auto& [key, group] : groups) {
    list.push_back(group);
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const HolderAtPeak& a, const HolderAtPeak& b) { return a.bytes > b.bytes; });
  list.resize(std::min(list.size(), kMostHolders));
  return list;
}

}  // namespace

std::vector<HolderAtPeak> by_size(const AllocationTable& allocations) {
  return grouped(allocations, [](const PeakHolder& holder) { return Key{holder.size, traces::Tag{}}; });
}

std::vector<HolderAtPeak> by_tag(const AllocationTable& allocations) {
  return grouped(allocations, [](const PeakHolder& holder) { return Key{core::Bytes{}, holder.tag}; });
}

std::vector<HolderAtPeak> by_size_and_tag(const AllocationTable& allocations) {
  return grouped(allocations, [](const PeakHolder& holder) { return Key{holder.size, holder.tag}; });
}

}  // namespace arenasim::sim::statistics
