// What all policies over chains of blocks share: who holds which block, the device behind them, facts, and what can be
// seen of them. A policy says only where a request goes, where a free block is filed, and when it grows and gives back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/allocator.hpp"
#include "core/device.hpp"
#include "core/policies/block_chains.hpp"
#include "core/policies/policy.hpp"

namespace arenasim::core {

/// How a policy's pool is shown. Pools are numbered by the policy in the order it adds them.
struct BlockPool {
  StreamId stream{};
  std::uint8_t index = 0;  ///< what facts call it
  std::string_view kind{};
  std::optional<Bytes> page_size = {};  ///< where all its pages are of one size
  std::optional<Bytes> max_slice = {};
};

/// Requests past the device's largest page are `too_large`; every other refusal is the policy's. A request of no bytes
/// has a page of no bytes to itself, unless the policy says otherwise: originals that answer it with a pointer to
/// nothing never ask their device, so such a page, once granted, is used again.
class BlockAllocator : public Allocator {
 public:
  explicit BlockAllocator(const Workplace& at) : device_(at.storage, at.copies, at.facts) {}

  [[nodiscard]] Result<Placement> allocate(const Request& request) override;
  void complete_free(AllocationId id, StreamId stream) override;
  void cleanup(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> audit() const override;
  [[nodiscard]] Description describe() const override;
  [[nodiscard]] std::vector<std::string> draw() const override;

 protected:
  /// A loose block, cut to what the request gets, for more than 0 bytes. A refusal leaves no block loose.
  [[nodiscard]] virtual Result<BlockSlot> take(const Request& request) = 0;

  /// A block that its owner let go of on `stream`: to be joined, filed, or given back with its page.
  virtual void put(BlockSlot block, StreamId stream) = 0;

  /// Explicit cleanup of what `stream` holds.
  virtual void release(StreamId stream) = 0;

  /// What a request of no bytes gets.
  [[nodiscard]] virtual Result<BlockSlot> take_nothing(const Request& request);

  /// Nothing when the policy's own files hold exactly what its chains say; else both sides in one line.
  [[nodiscard]] virtual std::optional<std::string> flaw() const = 0;

  /// Where it differed from its original and it mattered.
  [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }

  [[nodiscard]] BlockChains& blocks() { return blocks_; }
  [[nodiscard]] const BlockChains& blocks() const { return blocks_; }
  [[nodiscard]] Device& device() { return device_; }
  [[nodiscard]] const Device& device() const { return device_; }
  [[nodiscard]] const Limits& limits() const { return device_.limits(); }

  /// The number of a new pool. Every policy adds its first in its constructor.
  std::uint32_t add_pool(const BlockPool& pool);

  /// A page for that pool: one loose block. Refused past the device's largest page without asking the device; a refusal
  /// changes nothing.
  [[nodiscard]] Result<BlockSlot> grant(Bytes size, std::uint32_t pool = 0);

  /// Gives the page of a loose block back that is all of it.
  void give_back(BlockSlot block);

  /// Makes a page longer at its end: the device has then granted the bytes, and `BlockChains::extend` is to follow.
  /// False, and nothing has changed, where the device refuses or the page would pass its largest.
  [[nodiscard]] bool lengthen(ChainSlot chain, Bytes by);

  /// Makes a page shorter at its end, as `BlockChains::retract` says and answers.
  [[nodiscard]] BlockSlot shorten(ChainSlot chain, Bytes by);

  /// A loose block has an owner, who is told where it lies.
  Placement hold(BlockSlot block, const Request& request);

  /// A loose block is filed: from now on it is a free range that observers see.
  void file(BlockSlot block) {
    blocks_[block].state = BlockState::free;
    tell_range(FactKind::range_appeared, block);
  }

  /// A free block is taken out of the policy's files.
  void unfile(BlockSlot block) {
    blocks_[block].state = BlockState::loose;
    tell_range(FactKind::range_vanished, block);
  }

  /// Cuts a loose block; kNoSlot where nothing is left of it.
  [[nodiscard]] BlockSlot cut(BlockSlot block, Bytes front) {
    return blocks_[block].size == front ? kNoSlot : blocks_.cut(block, front);
  }

  /// The block before or behind on the same page where that is free; else kNoSlot.
  [[nodiscard]] BlockSlot free_before(BlockSlot block) const { return free_or_none(blocks_[block].previous); }
  [[nodiscard]] BlockSlot free_behind(BlockSlot block) const { return free_or_none(blocks_[block].next); }

  /// A loose block and its free neighbours on the same page as one loose block. `may_join(neighbour)` says which of
  /// them; `extract(neighbour)` takes one out of the policy's files first.
  template <class Extract, class MayJoin>
  [[nodiscard]] BlockSlot joined(BlockSlot block, Extract extract, MayJoin may_join) {
    if (const BlockSlot before = free_before(block); before != kNoSlot && may_join(before)) {
      extract(before);
      blocks_.join_next(before);
      block = before;
    }
    if (const BlockSlot behind = free_behind(block); behind != kNoSlot && may_join(behind)) {
      extract(behind);
      blocks_.join_next(block);
    }
    return block;
  }

  /// The same with any free neighbour.
  template <class Extract>
  [[nodiscard]] BlockSlot joined(BlockSlot block, Extract extract) {
    return joined(block, extract, [](BlockSlot) { return true; });
  }

  /// Of the blocks that `files` visits, in its order, those that are a page by themselves.
  template <class Files>
  [[nodiscard]] std::vector<BlockSlot> whole_pages(const Files& files) const {
    std::vector<BlockSlot> whole;
    files.for_each([&](BlockSlot block) {
      if (blocks_.is_whole_page(block)) {
        whole.push_back(block);
      }
    });
    return whole;
  }

  /// `size` rounded up to `unit`: `too_large` where that passes the device's largest page, or 2^64 - 1.
  [[nodiscard]] Result<Bytes> rounded(Bytes size, Alignment unit) const {
    const auto needed = unit.round_up(size);
    if (!needed || *needed > limits().largest_page) {
      return tl::make_unexpected(Refusal::too_large);
    }
    return *needed;
  }

  /// Calls `visit(block)` for each block that has bytes, in order of pages and offsets.
  template <class Visit>
  void for_each_block(Visit visit) const {
    for (ChainSlot each = blocks_.first(); each != kNoSlot; each = blocks_.chain(each).next) {
      for (BlockSlot slot = blocks_.chain(each).first; slot != kNoSlot; slot = blocks_[slot].next) {
        if (blocks_[slot].size != Bytes{}) {
          visit(slot);
        }
      }
    }
  }

  /// One more try follows a refusal.
  void tell_retried(Bytes size);

  /// A pool that grows by its own rule made a page of another size than its last.
  void tell_grown(std::uint32_t pool, Bytes before, Bytes now, Bytes request);

  /// The block an allocation holds; kNoSlot when it is not held.
  [[nodiscard]] BlockSlot where(AllocationId id) const {
    return id.number() < where_.size() ? where_[id.number()] : kNoSlot;
  }

 private:
  /// A pool, and what it was at its most.
  struct PoolRecord {
    BlockPool shown{};
    std::uint64_t pages_count = 0;
    std::uint64_t pages_peak_count = 0;
    Bytes largest_allocation{};
  };

  void tell_range(FactKind kind, BlockSlot block) {
    if (device_.keeps_ranges()) {
      device_.tell({.kind = kind,
                    .page = blocks_.chain_of(block).page,
                    .offset = blocks_[block].offset,
                    .bytes = blocks_[block].size});
    }
  }
  [[nodiscard]] BlockSlot free_or_none(BlockSlot block) const {
    return block != kNoSlot && blocks_[block].state == BlockState::free ? block : kNoSlot;
  }
  [[nodiscard]] std::string draw(const Chain& chain) const;
  [[nodiscard]] std::optional<std::string> flaw_of(const Chain& chain) const;
  [[nodiscard]] const char* flaw_of(BlockSlot slot, const Chain& chain) const;

  Device device_;
  BlockChains blocks_;
  std::vector<BlockSlot> where_;
  std::vector<PoolRecord> pools_;
  std::vector<BlockSlot> nothings_;  // of granted pages of no bytes, not held
};

}  // namespace arenasim::core
