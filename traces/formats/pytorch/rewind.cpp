#include "traces/formats/pytorch/rewind.hpp"

#include <algorithm>

#include "traces/formats/pytorch/address_set.hpp"
#include "traces/live_table.hpp"

namespace arenasim::traces::pytorch {
namespace {

constexpr std::uint32_t kOneDevice = 0;

/// A block that is live at the place to which the walk has come.
struct Followed {
  InitialBlock block;
  core::Bytes block_size;  // of a block that is live at the end, else 0
  bool live = false;
};

class Walk {
 public:
  /// Starts at the end.
  Walk(std::span<const Segment> segments, DeviceId device) {
    for (const Segment& segment : segments) {
      if (segment.segment.device == device) {
        start_with(segment);
      }
    }
  }

  void back_over(const SnapshotEvent& event) {
    switch (event.action) {
      case Action::free_completed:
        return back_over_completed(event);
      case Action::free_requested:
        return back_over_requested(event);
      case Action::alloc:
        return back_over_alloc(event);
      default:
        return;
    }
  }

  [[nodiscard]] Rewind finish() && {
    for (const Followed& one : followed_) {
      if (one.live) {
        rewind_.blocks.push_back(one.block);
      }
    }
    return std::move(rewind_);
  }

 private:
  void start_with(const Segment& segment) {
    for (const RecordedBlock& block : segment.blocks) {
      if (!block.active || table_.find(block.address, kOneDevice) != kNoSlot) {
        continue;
      }
      Followed& one = follow(block.address);
      one.block.size = block.requested_size;
      one.block.stream = segment.segment.stream;
      one.block.pending = block.pending;
      one.block.ghost = true;
      one.block_size = block.size;
    }
  }

  Followed& follow(std::uint64_t address) {
    const std::size_t slot = table_.insert(address, kOneDevice).number();
    if (slot >= followed_.size()) {
      followed_.resize(slot + 1);
    }
    followed_[slot] = {};
    followed_[slot].block.address = address;
    followed_[slot].live = true;
    return followed_[slot];
  }

  void back_over_completed(const SnapshotEvent& event) {
    const BlockSlot slot = table_.find(event.address, kOneDevice);
    if (slot != kNoSlot) {
      ++rewind_.conflicts;
      followed_[slot.number()].block.ghost = false;
      return;
    }
    Followed& one = follow(event.address);
    one.block.size = event.size;
    one.block.stream = event.stream;
    one.block.pending = true;
  }

  void back_over_requested(const SnapshotEvent& event) {
    const BlockSlot slot = table_.find(event.address, kOneDevice);
    if (slot != kNoSlot) {
      followed_[slot.number()].block.pending = false;
      followed_[slot.number()].block.ghost = false;
    }
  }

  void back_over_alloc(const SnapshotEvent& event) {
    const BlockSlot slot = table_.remove(event.address, kOneDevice);
    if (slot == kNoSlot) {
      ++rewind_.misses;
      return;
    }
    Followed& one = followed_[slot.number()];
    rewind_.size_differences += one.block.size != event.size ? 1U : 0U;
    if (one.block_size != core::Bytes{} && one.block_size != one.block.size) {
      rewind_.requested_sizes += event.size == one.block.size ? 1U : 0U;
      rewind_.rounded_sizes += event.size == one.block_size ? 1U : 0U;
    }
    one.live = false;
    table_.release(slot);
  }

  LiveTable table_;
  std::vector<Followed> followed_;  // by slot
  Rewind rewind_;
};

/// The blocks whose first event ends them.
std::vector<InitialBlock> ended_before_made(std::span<const SnapshotEvent> events) {
  std::vector<InitialBlock> blocks;
  AddressSet requested;
  AddressSet seen;
  for (const SnapshotEvent& event : events) {
    if (event.action == Action::free_requested && !seen.contains(event.address)) {
      requested.insert(event.address);
    } else if (event.action == Action::alloc) {
      seen.insert(event.address);
    } else if (event.action == Action::free_completed && seen.insert(event.address)) {
      blocks.push_back({.address = event.address,
                        .size = event.size,
                        .stream = event.stream,
                        .pending = !requested.contains(event.address),
                        .ghost = false});
    }
  }
  return blocks;
}

}  // namespace

Rewind rewind(std::span<const Segment> segments, DeviceId device, std::span<const SnapshotEvent> events) {
  Walk walk(segments, device);
  std::for_each(events.rbegin(), events.rend(), [&](const SnapshotEvent& event) { walk.back_over(event); });
  Rewind answer = std::move(walk).finish();
  if (answer.misses + answer.conflicts != 0) {
    std::vector<InitialBlock> blocks = ended_before_made(events);
    std::copy_if(answer.blocks.begin(), answer.blocks.end(), std::back_inserter(blocks),
                 [](const InitialBlock& block) { return block.ghost; });
    answer.blocks = std::move(blocks);
  }
  std::sort(answer.blocks.begin(), answer.blocks.end(),
            [](const InitialBlock& left, const InitialBlock& right) { return left.address < right.address; });
  return answer;
}

}  // namespace arenasim::traces::pytorch
