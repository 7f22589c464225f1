#include "traces/number_set.hpp"

#include "traces/huge_pages.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint64_t name_of(std::uint64_t number, std::uint64_t group_numbers) {
  return number / group_numbers + 1;
}

}  // namespace

void NumberSet::take_waiting() {
  while ((groups_count_ + waiting_count_) * 4 > groups_.size() * 3) {
    grow();
  }
  std::array<std::uint64_t, kMostWaiting> names{};
  std::array<std::size_t, kMostWaiting> homes{};
  for (std::size_t at = 0; at < waiting_count_; ++at) {
    names[at] = name_of(waiting_[at], kGroupNumbers);
    homes[at] = home(names[at]);
    __builtin_prefetch(&groups_[homes[at]]);
  }
  for (std::size_t at = 0; at < waiting_count_; ++at) {
    take(waiting_[at], names[at], homes[at]);
  }
  waiting_count_ = 0;
}

void NumberSet::take(std::uint64_t number, std::uint64_t name, std::size_t home) {
  Group& group = groups_[place(name, home)];
  groups_count_ += group.name == 0 ? 1U : 0U;
  group.name = name;
  std::uint64_t& word = group.bits[(number - (name - 1) * kGroupNumbers) / 64];
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  count_ += (word & bit) == 0 ? 1U : 0U;
  word |= bit;
}

std::size_t NumberSet::home(std::uint64_t name) const {
  return static_cast<std::size_t>((name * 0x9E3779B97F4A7C15U) >> 20U) & (groups_.size() - 1);
}

std::size_t NumberSet::place(std::uint64_t name, std::size_t at) const {
  while (groups_[at].name != name && groups_[at].name != 0) {
    at = (at + 1) & (groups_.size() - 1);
  }
  return at;
}

void NumberSet::grow() {
  constexpr std::size_t least = 64;
  const std::size_t places = groups_.empty() ? least : groups_.size() * 2;
  std::vector<Group> old;
  reserve_on_huge_pages(old, places);
  old.resize(places);
  old.swap(groups_);
  for (const Group& group : old) {
    if (group.name != 0) {
      groups_[place(group.name, home(group.name))] = group;
    }
  }
}

}  // namespace arenasim::traces
