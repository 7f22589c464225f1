#include "traces/used_ids.hpp"

#include <algorithm>
#include <limits>

namespace arenasim::traces {

bool UsedIds::Group::empty() const {
  return std::all_of(bits.begin(), bits.end(), [](std::uint64_t word) { return word == 0; });
}

std::uint64_t UsedIds::claim_slowly(std::uint64_t wanted) {
  if (!any_) {
    any_ = true;
    run_first_ = run_last_ = highest_ = wanted;
    return wanted;
  }
  if (used(wanted)) {
    wanted = highest_ + 1;
    if (highest_ == std::numeric_limits<std::uint64_t>::max()) {
      for (wanted = 0; used(wanted); ++wanted) {
      }
    }
  }
  remember(wanted);
  highest_ = std::max(highest_, wanted);
  return wanted;
}

bool UsedIds::used(std::uint64_t id) const {
  if (id >= run_first_ && id <= run_last_) {
    return true;
  }
  if (groups_.empty()) {
    return false;
  }
  const Group& group = groups_[place(id / kGroupIds)];
  return ((group.bits[id % kGroupIds / 64] >> (id % 64)) & 1U) != 0;
}

void UsedIds::remember(std::uint64_t id) {
  if (id - 1 == run_last_ && id != 0) {
    run_last_ = id;
    return;
  }
  if ((group_count_ + 1) * 4 > groups_.size() * 3) {
    grow();
  }
  Group& group = groups_[place(id / kGroupIds)];
  group_count_ += group.empty() ? 1U : 0U;
  group.number = id / kGroupIds;
  group.bits[id % kGroupIds / 64] |= std::uint64_t{1} << (id % 64);
}

std::size_t UsedIds::place(std::uint64_t group) const {
  const std::size_t mask = groups_.size() - 1;
  std::size_t at = static_cast<std::size_t>((group * 0x9E3779B97F4A7C15U) >> 20U) & mask;
  while (groups_[at].number != group && !groups_[at].empty()) {
    at = (at + 1) & mask;
  }
  return at;
}

void UsedIds::grow() {
  constexpr std::size_t least = 16;
  std::vector<Group> old(groups_.empty() ? least : groups_.size() * 2);
  old.swap(groups_);
  for (const Group& group : old) {
    if (!group.empty()) {
      groups_[place(group.number)] = group;
    }
  }
}

}  // namespace arenasim::traces
