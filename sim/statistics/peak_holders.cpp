#include "sim/statistics/peak_holders.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace arenasim::sim::statistics {

namespace {

constexpr std::size_t kMostHolders = 10;

template <class Key>
std::vector<HolderAtPeak> ranked(const std::map<Key, HolderAtPeak>& holders) {
  std::vector<HolderAtPeak> list;
  list.reserve(holders.size());
  for (const auto& [key, holder] : holders) {
    list.push_back(holder);
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const HolderAtPeak& a, const HolderAtPeak& b) { return a.bytes > b.bytes; });
  list.resize(std::min(list.size(), kMostHolders));
  return list;
}

void add(HolderAtPeak& group, const PeakHolder& holder) {
  ++group.count;
  group.bytes += holder.size.count();
}

}  // namespace

std::vector<HolderAtPeak> by_size(const std::vector<PeakHolder>& holders) {
  std::map<core::Bytes, HolderAtPeak> sizes;
  for (const PeakHolder& holder : holders) {
    HolderAtPeak& group = sizes[holder.size];
    group.size = holder.size;
    add(group, holder);
  }
  return ranked(sizes);
}

std::vector<HolderAtPeak> by_tag(const std::vector<PeakHolder>& holders) {
  std::map<traces::Tag, HolderAtPeak> tags;
  for (const PeakHolder& holder : holders) {
    HolderAtPeak& group = tags[holder.tag];
    group.tag = holder.tag;
    add(group, holder);
  }
  return ranked(tags);
}

}  // namespace arenasim::sim::statistics
