#include "sim/recorded/settle.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

namespace arenasim::sim::recorded {
namespace {

/// The open block that an allocation at `address` tells of; the end where it tells of none.
OpenBlocks::iterator told_by(OpenBlocks& open, std::uint64_t address) {
  const auto behind = open.upper_bound(address);
  if (behind == open.begin()) {
    return open.end();
  }
  const auto before = std::prev(behind);
  const OpenBlock& block = before->second;
  const bool in_segment = address < block.most_end || (address == block.most_end && !block.ends_segment);
  return address >= block.least_end && in_segment ? before : open.end();
}

}  // namespace

OpenBlocks open_blocks(const Start& start, const core::Restores& policy) {
  OpenBlocks open;
  for (auto block = start.blocks.begin(); block != start.blocks.end(); ++block) {
    const auto segment = segment_of(start.segments, block->first);
    const auto least = policy.least_block(block->second.requested);
    if (block->second.size || segment == start.segments.end() || segment->second.small || !least) {
      continue;
    }
    const std::uint64_t least_end = block->first + least->count();
    const std::uint64_t segment_end = segment->first + segment->second.size.count();
    const auto next = std::next(block);
    const bool last = next == start.blocks.end() || next->first >= segment_end;
    const std::uint64_t most_end = last ? segment_end : next->first;
    if (least_end < most_end) {
      open.emplace(block->first, OpenBlock{.least_end = least_end, .most_end = most_end, .ends_segment = last});
    }
  }
  return open;
}

std::uint64_t settle(const Recording& recording, Start& start, OpenBlocks& open) {
  OpenBlocks unknown = open;
  std::unordered_map<std::uint64_t, std::uint64_t> ends;  // the event that ends an open block, to its address
  for (const auto& [address, block] : start.blocks) {
    if (block.freed && open.contains(address)) {
      ends.emplace(*block.freed, address);
    }
  }
  std::uint64_t settled = 0;
  auto next = recording.recorded.addresses.begin();
  for (std::uint64_t number = 0; number < recording.events.size() && !unknown.empty(); ++number) {
    if (const auto ended = ends.find(number); ended != ends.end()) {
      unknown.erase(ended->second);  // from here on the place is a free range like any other
    }
    while (next != recording.recorded.addresses.end() && next->event < number) {
      ++next;
    }
    if (next == recording.recorded.addresses.end() || next->event != number ||
        recording.events[number].kind != traces::EventKind::alloc) {
      continue;
    }
    if (const auto told = told_by(unknown, next->address); told != unknown.end()) {
      start.blocks.at(told->first).size = core::Bytes{next->address - told->first};
      open.erase(told->first);
      unknown.erase(told);
      ++settled;
    }
  }
  return settled;
}

}  // namespace arenasim::sim::recorded
