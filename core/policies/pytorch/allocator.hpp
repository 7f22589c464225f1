// The caching allocator of PyTorch at work: a small and a large pool for each stream, segments that are split and kept,
// and what is given back before a request fails (spec/pytorch.md, Rules).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/explains.hpp"
#include "core/policies/block_allocator.hpp"
#include "core/policies/block_order.hpp"
#include "core/policies/pytorch/settings.hpp"
#include "core/restores.hpp"

namespace arenasim::core::pytorch {

/// Segments are pages; those of an expandable range are one page that grows at its end.
class PytorchAllocator final : public BlockAllocator, public Restores, public Explains {
 public:
  PytorchAllocator(const Workplace& at, Settings settings);

  [[nodiscard]] Restores* restores() override { return this; }
  [[nodiscard]] std::optional<Bytes> least_block(Bytes request) const override { return size_for(request); }
  [[nodiscard]] Choice choose(const Request& request) override;
  [[nodiscard]] Result<PageId> restore_page(const RestoredPage& page) override;
  [[nodiscard]] bool lengthen_page(PageId page, Bytes by) override;
  [[nodiscard]] bool shorten_page(PageId page, Bytes by) override;
  [[nodiscard]] bool drop_page(PageId page) override;
  [[nodiscard]] bool place_at(const Request& request, Place place, std::optional<Bytes> block) override;
  [[nodiscard]] bool lengthen_block(AllocationId id, Bytes by) override;

  [[nodiscard]] Bytes needs(const Request& request) const override;
  [[nodiscard]] std::string manner(const Request& request) const override;
  [[nodiscard]] std::string objection(const Request& request, const FreeRange& range) const override;

 private:
  /// Free blocks of one stream, of small or of large segments.
  struct Pool {
    StreamId stream;
    bool small = false;
    BlockOrder free;            ///< by size, then address: best fit is the first that is large enough
    ChainSlot range = kNoSlot;  ///< the range that grows, where segments are expandable
  };

  // BlockAllocator.
  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  [[nodiscard]] Result<BlockSlot> take_nothing(const Request& request) override { return take(request); }
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  // Which block.
  [[nodiscard]] std::optional<Bytes> size_for(Bytes request) const;
  [[nodiscard]] std::uint32_t pool_for(StreamId stream, bool small);
  [[nodiscard]] BlockSlot best_fit(const Pool& pool, Bytes size) const;
  [[nodiscard]] bool splits(const Pool& pool, Bytes size, Bytes block) const;
  [[nodiscard]] Bytes segment_size(Bytes size) const;
  [[nodiscard]] Bytes range_unit(const Pool& pool) const {
    return pool.small ? kSmallSegment : settings_.large_segment;
  }
  [[nodiscard]] BlockSlot free_end(const Pool& pool) const;
  [[nodiscard]] Bytes range_growth(const Pool& pool, Bytes size) const;
  [[nodiscard]] BlockSlot free_block_around(Place place, Bytes size) const;
  [[nodiscard]] bool in_range(BlockSlot block) const { return blocks().chain_of(block).mark != 0; }

  // More memory.
  [[nodiscard]] Result<BlockSlot> grow_or_reclaim(std::uint32_t pool, Bytes size);
  [[nodiscard]] Result<BlockSlot> grow(std::uint32_t pool, Bytes size);
  [[nodiscard]] Result<BlockSlot> new_page(std::uint32_t pool, Bytes size);
  [[nodiscard]] Result<BlockSlot> grow_range(std::uint32_t pool, Bytes size);
  [[nodiscard]] std::optional<Bytes> most_held() const;
  [[nodiscard]] bool may_hold(Bytes more) const;

  // Less memory.
  void collect_garbage();
  [[nodiscard]] bool release_oversize(Pool& pool, Bytes size);
  void release_all();
  void release_pool(Pool& pool);
  void trim_range(Pool& pool);
  void give_back_free(BlockSlot block);
  [[nodiscard]] std::vector<BlockSlot> free_segments(const Pool& pool) const;

  // The files of free blocks.
  [[nodiscard]] Pool& pool_of(BlockSlot block) { return pools_[blocks().chain_of(block).pool]; }
  [[nodiscard]] BlockKey key_of(BlockSlot block) const {
    return {.size = blocks()[block].size, .tie = blocks().address(block).count()};
  }
  void file_free(BlockSlot block);
  void take_out(BlockSlot block);

  static constexpr Bytes kSmallSegment = 2_MiB;

  Settings settings_;
  Alignment unit_;
  std::vector<Pool> pools_;
  std::map<StreamId, std::uint32_t> small_pools_;  // the large one is the next
  std::uint64_t small_requests_ = 0;
  std::uint64_t large_requests_ = 0;  // the age of free segments counts these
  std::map<PageId, ChainSlot> restored_;
  Bytes next_base_;          // of a page, as far as ranges leave room to grow
  bool kept_units_ = false;  // a free unit inside a range could not go back
};

}  // namespace arenasim::core::pytorch
