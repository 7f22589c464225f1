// Best fit with coalescing: one pool of regions that double, split only where the rest is worth it (spec/policies.md,
// bfc).
#pragma once

#include "core/policies/block_allocator.hpp"
#include "core/policies/block_order.hpp"

namespace arenasim::core {

struct BfcRules {
  Bytes limit;                 ///< what the pool may hold
  Bytes first_region;          ///< what it asks for first; it doubles from there
  Bytes worthwhile_rest;       ///< a block is split where it exceeds the request by so much, or is twice as long
  bool joins_regions = false;  ///< a region grows at its end where the device can, as if all lay in one address range
  bool collects = true;        ///< wholly free regions go back when nothing else helps
};

/// As TensorFlow and XLA describe it. The 21 bins of the original are one order here: looking through its bins from the
/// request's own on, each by size and then address, is looking for the smallest sufficient block of lowest address.
/// Where the description leaves a choice, or the original rests on what is not here:
/// - the limit is the device's capacity;
/// - no region passes the device's largest page;
/// - with `coalesce-regions` the last region is made longer where the device can do so; where it cannot, a new region
/// is
///   asked for;
/// - a request of no bytes is refused as out of memory;
/// - an explicit cleanup gives wholly free regions back (the original knows none).
class Bfc final : public BlockAllocator {
 public:
  Bfc(const Workplace& at, const BfcRules& rules);

 private:
  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  [[nodiscard]] Result<BlockSlot> take_nothing(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;

  [[nodiscard]] Result<BlockSlot> add_region(Bytes size);
  [[nodiscard]] Result<BlockSlot> ask_for_region(Bytes size, Bytes most);
  [[nodiscard]] Result<BlockSlot> ask_device(Bytes size);
  [[nodiscard]] bool collect_for(Bytes size);
  [[nodiscard]] bool worth_splitting(Bytes block, Bytes request) const;
  void give_whole_regions_back();
  void insert(BlockSlot block);
  void extract(BlockSlot block);
  [[nodiscard]] BlockKey key_of(BlockSlot block) const {
    return {blocks()[block].size, blocks().address(block).count()};
  }

  BfcRules rules_;
  Bytes next_region_;
  Bytes pooled_;
  BlockOrder free_;  // of equal sizes the lowest address first
};

/// `bfc`.
extern const Policy kBfcPolicy;

}  // namespace arenasim::core
