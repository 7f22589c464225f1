#include "traces/formats/pytorch/rewind.hpp"

#include <algorithm>

#include "traces/live_table.hpp"

namespace arenasim::traces::pytorch {
namespace {

constexpr std::uint32_t kOneDevice = 0;

/// A block that is live at the place to which the walk has come.
struct Followed {
  InitialBlock block;
  core::Bytes alloc_size;  // what its alloc is to say
  core::Bytes block_size;  // of a block that is live at the end, else 0
  bool live = false;
  bool ended = false;  // of the events behind, the first that makes or ends it is one that ends it
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
    const bool contradicts = rewind_.misses + rewind_.conflicts != 0;
    for (const Followed& one : followed_) {
      if (one.live && (!contradicts || one.ended || one.block.ghost)) {
        rewind_.blocks.push_back(one.block);
      }
    }
    std::sort(rewind_.blocks.begin(), rewind_.blocks.end(),
              [](const InitialBlock& left, const InitialBlock& right) { return left.address < right.address; });
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
      one.alloc_size = block.requested_size;
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

  /// Where the block is live already, that says nothing of its start: what ends it first does.
  void back_over_completed(const SnapshotEvent& event) {
    const BlockSlot slot = table_.find(event.address, kOneDevice);
    rewind_.conflicts += slot != kNoSlot ? 1U : 0U;
    Followed& one = slot != kNoSlot ? followed_[slot.number()] : follow(event.address);
    one.alloc_size = slot != kNoSlot ? one.alloc_size : event.size;
    one.block.size = event.size;
    one.block.stream = event.stream;
    one.block.pending = true;
    one.block.ghost = false;
    one.ended = true;
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
    rewind_.size_differences += one.alloc_size != event.size ? 1U : 0U;
    if (one.block_size != core::Bytes{} && one.block_size != one.alloc_size) {
      rewind_.requested_sizes += event.size == one.alloc_size ? 1U : 0U;
      rewind_.rounded_sizes += event.size == one.block_size ? 1U : 0U;
    }
    one.live = false;
    table_.release(slot);
  }

  LiveTable table_;
  std::vector<Followed> followed_;  // by slot
  Rewind rewind_;
};

}  // namespace

Rewind rewind(std::span<const Segment> segments, DeviceId device, std::span<const SnapshotEvent> events) {
  Walk walk(segments, device);
  std::for_each(events.rbegin(), events.rend(), [&](const SnapshotEvent& event) { walk.back_over(event); });
  return std::move(walk).finish();
}

}  // namespace arenasim::traces::pytorch
