#include "traces/used_ids.hpp"

#include <algorithm>
#include <limits>

#include "traces/huge_pages.hpp"

namespace arenasim::traces {

bool UsedIds::claim_new(std::uint64_t wanted) {
  if (!any_) {
    any_ = true;
    run_first_ = run_last_ = highest_ = wanted;
    return true;
  }
  if (!remember(wanted)) {
    return false;
  }
  highest_ = std::max(highest_, wanted);
  return true;
}

std::uint64_t UsedIds::claim_slowly(std::uint64_t wanted) {
  if (claim_new(wanted)) {
    return wanted;
  }
  wanted = highest_ + 1;
  if (highest_ == std::numeric_limits<std::uint64_t>::max()) {
    for (wanted = 0; used(wanted); ++wanted) {
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
  return ((groups_[place(id / kGroupIds)].bits >> (id % kGroupIds)) & 1U) != 0;
}

bool UsedIds::remember(std::uint64_t id) {
  if (id - 1 == run_last_ && id != 0) {
    if (used(id)) {
      return false;
    }
    run_last_ = id;
    return true;
  }
  if (id >= run_first_ && id <= run_last_) {
    return false;
  }
  if ((group_count_ + 1) * 4 > groups_.size() * 3) {
    grow();
  }
  const std::uint64_t number = id / kGroupIds;
  const std::uint32_t bit = std::uint32_t{1} << (id % kGroupIds);
  Group& group = groups_[place(number)];
  if ((group.bits & bit) != 0) {
    return false;
  }
  group_count_ += group.empty() ? 1U : 0U;
  group.low = static_cast<std::uint32_t>(number);
  group.high = static_cast<std::uint32_t>(number >> 32U);
  group.bits |= bit;
  return true;
}

std::size_t UsedIds::home(std::uint64_t group) const {
  const std::uint64_t hash = group * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(((hash >> 32U) * groups_.size()) >> 32U);
}

std::size_t UsedIds::place(std::uint64_t group) const {
  std::size_t at = home(group);
  while (groups_[at].number() != group && !groups_[at].empty()) {
    at = at + 1 == groups_.size() ? 0 : at + 1;
  }
  return at;
}

void UsedIds::grow() {
  constexpr std::size_t least = 64;
  const std::size_t places = std::max(least, groups_.size() + groups_.size() / 2);
  std::vector<Group> old;
  reserve_on_huge_pages(old, places);
  old.resize(places);
  old.swap(groups_);
  for (const Group& group : old) {
    if (!group.empty()) {
      groups_[place(group.number())] = group;
    }
  }
}

}  // namespace arenasim::traces
