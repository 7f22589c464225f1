#include "traces/number_set.hpp"

#include <algorithm>
#include <utility>

#include "traces/huge_pages.hpp"

namespace arenasim::traces {

void NumberSet::take_waiting() {
  std::array<std::size_t, kMostWaiting> words{};
  std::size_t paged = 0;
  for (std::size_t at = 0; at < waiting_count_; ++at) {
    const std::uint64_t number = waiting_[at];
    if (number >= kPaged) {
      take_hashed(number);
      continue;
    }
    words[paged] = word(number);
    __builtin_prefetch(&words_[words[paged]], 1);
    waiting_[paged++] = number;
  }
  for (std::size_t at = 0; at < paged; ++at) {
    set(words_[words[at]], waiting_[at]);
  }
  waiting_count_ = 0;
}

void NumberSet::add_page(std::uint64_t page) {
  constexpr std::size_t least_pages = 8;
  if (page >= directory_.size()) {
    directory_.resize(page + 1);
  }
  const std::size_t first = std::max(words_.size(), kPageWords);
  if (first + kPageWords > words_.capacity()) {
    std::vector<std::uint64_t> more;
    reserve_on_huge_pages(more, std::max(first * 2, least_pages * kPageWords));
    more.assign(words_.begin(), words_.end());
    words_.swap(more);
  }
  words_.resize(first + kPageWords);
  directory_[page] = static_cast<std::uint32_t>(first);
}

void NumberSet::take_hashed(std::uint64_t number) {
  if ((groups_count_ + 1) * 4 > groups_.size() * 3) {
    grow();
  }
  const std::uint64_t name = number / kGroupNumbers + 1;
  Group& group = groups_[place(name)];
  groups_count_ += group.name == 0 ? 1U : 0U;
  group.name = name;
  set(group.bits[number % kGroupNumbers / 64], number);
}

std::size_t NumberSet::place(std::uint64_t name) const {
  std::size_t at = static_cast<std::size_t>((name * 0x9E3779B97F4A7C15U) >> 20U) & (groups_.size() - 1);
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
      groups_[place(group.name)] = group;
    }
  }
}

}  // namespace arenasim::traces
