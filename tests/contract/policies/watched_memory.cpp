#include "tests/contract/policies/watched_memory.hpp"

#include <iterator>

#include <fmt/format.h>

namespace arenasim::tests {

using core::Bytes;
using core::Fact;
using core::FactKind;

std::string WatchedMemory::apply(const Fact& fact) {
  const At at{fact.page, fact.offset};
  switch (fact.kind) {
    case FactKind::mapped:
      return pages_.emplace(fact.page, fact.bytes).second ? "" : "a page number comes twice";
    case FactKind::resized:
      pages_[fact.page] = fact.bytes;
      return "";
    case FactKind::unmapped:
      lost_.erase(fact.page);
      return pages_.erase(fact.page) == 1 ? "" : "a page goes back that is not there";
    case FactKind::placed:
      return put(fact.allocation, at, fact.bytes);
    case FactKind::moved: {
      const std::string wrong = remove(fact.allocation);
      return wrong.empty() ? put(fact.allocation, {fact.other_page, fact.other_offset}, fact.bytes) : wrong;
    }
    case FactKind::freed:
      return remove(fact.allocation);
    case FactKind::range_appeared:
      return appear(at, fact.bytes);
    case FactKind::range_vanished:
      return vanish(at, fact.bytes);
    case FactKind::range_changed: {
      const std::string wrong = vanish({fact.page, fact.other_offset}, fact.extra);
      return wrong.empty() ? appear(at, fact.bytes) : wrong;
    }
    case FactKind::lost_changed:
      lost_[fact.page] = fact.bytes;
      return "";
    default:
      return "";
  }
}

std::string WatchedMemory::appear(At at, Bytes bytes) {
  return ranges_.emplace(at, bytes).second ? "" : "a free range appears that is there";
}

std::string WatchedMemory::vanish(At at, Bytes bytes) {
  const auto found = ranges_.find(at);
  if (found == ranges_.end() || found->second != bytes) {
    return fmt::format("a free range of {} at {} vanishes that is not there", bytes.count(), at.second.count());
  }
  ranges_.erase(found);
  return "";
}

std::string WatchedMemory::put(core::AllocationId id, At at, Bytes size) {
  const auto page = pages_.find(at.first);
  if (page == pages_.end() || at.second > page->second || size > page->second - at.second) {
    return fmt::format("{} bytes at {} pass the end of page {}", size.count(), at.second.count(), at.first.number());
  }
  if (alignment_.padding(at.second) != Bytes{}) {
    return fmt::format("offset {} is not aligned to {}", at.second.count(), alignment_.bytes().count());
  }
  if (!places_.emplace(id, at).second) {
    return "an allocation is placed that is held";
  }
  if (size == Bytes{}) {
    return "";
  }
  std::string wrong = overlap(at, size);
  held_[at] = {size, id};
  return wrong;
}

std::string WatchedMemory::overlap(At at, Bytes size) const {
  const auto behind = held_.lower_bound(at);
  if (behind != held_.end() && behind->first.first == at.first && behind->first.second < at.second + size) {
    return fmt::format("{} bytes at {} overlap what is held behind", size.count(), at.second.count());
  }
  if (behind != held_.begin()) {
    const auto& [place, before] = *std::prev(behind);
    if (place.first == at.first && place.second + before.size > at.second) {
      return fmt::format("{} bytes at {} overlap what is held before", size.count(), at.second.count());
    }
  }
  return "";
}

std::string WatchedMemory::remove(core::AllocationId id) {
  const auto found = places_.find(id);
  if (found == places_.end()) {
    return "an allocation is freed or moved that is not held";
  }
  const auto held = held_.find(found->second);
  if (held != held_.end() && held->second.owner == id) {
    held_.erase(held);
  }
  places_.erase(found);
  return "";
}

std::string WatchedMemory::flaw() const {
  core::Uint128 described = 0;
  for (const auto& [at, bytes] : ranges_) {
    const auto page = pages_.find(at.first);
    if (page == pages_.end() || at.second + bytes > page->second) {
      return fmt::format("a free range of {} at {} is not on its page", bytes.count(), at.second.count());
    }
    if (const std::string wrong = overlap(at, bytes); !wrong.empty()) {
      return "a free range: " + wrong;
    }
    described += bytes.count();
  }
  for (const auto& [at, held] : held_) {
    described += held.size.count();
  }
  for (const auto& [page, bytes] : lost_) {
    described += bytes.count();
  }
  return described <= granted() ? "" : "more is held, free and lost than granted";
}

core::Place WatchedMemory::place(core::AllocationId id) const {
  const At& at = places_.at(id);
  return {at.first, at.second};
}

core::Uint128 WatchedMemory::granted() const {
  core::Uint128 sum = 0;
  for (const auto& [page, size] : pages_) {
    sum += size.count();
  }
  return sum;
}

}  // namespace arenasim::tests
