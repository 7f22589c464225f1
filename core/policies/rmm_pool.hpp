// RMM's pool: best fit, the lowest address of equals, in a list a stream, and growth that doubles the pool
// (spec/policies.md, rmm-pool).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/policies/block_allocator.hpp"
#include "core/policies/block_order.hpp"

namespace arenasim::core {

struct RmmPoolRules {
  Bytes initial;                 ///< granted before the first request; none where 0
  std::optional<Bytes> maximum;  ///< of all pages together
};

/// As the original; its debug logging, which reads a list that is gone, is left out. That a stream waits for another's
/// event costs nothing here, and is noted. A page's place in the order of granting is its address.
class RmmPool final : public BlockAllocator {
 public:
  static constexpr Bytes kUnit{256};

  /// Sizes are multiples of `kUnit`. `reserve` must succeed before anything is asked.
  RmmPool(const Workplace& at, const RmmPoolRules& rules);

  /// Grants the initial page to the default stream's list. The original's constructor throws where that is refused.
  [[nodiscard]] Result<void> reserve();

 private:
  using ListNumber = std::uint32_t;

  /// The free blocks of a stream. Streams are numbered in the order of their first use, as their events are.
  struct List {
    BlockOrder blocks;     // the tie is the address
    bool is_kept = false;  // the original has such a list, empty or not
  };

  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId /*stream*/) override {}
  [[nodiscard]] std::optional<std::string> flaw() const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  [[nodiscard]] ListNumber list_of(StreamId stream);
  [[nodiscard]] BlockSlot take_from(ListNumber list, Bytes size);
  [[nodiscard]] BlockSlot take_from_others(ListNumber own, Bytes size);
  [[nodiscard]] BlockSlot take_after_merging(ListNumber own, Bytes size);
  void merge(ListNumber from, ListNumber into);
  [[nodiscard]] Result<BlockSlot> grow(Bytes size);
  [[nodiscard]] Bytes first_try(Bytes size) const;
  [[nodiscard]] BlockSlot carve(BlockSlot block, Bytes size, ListNumber list);
  void insert(BlockSlot block, ListNumber list);
  void extract(BlockSlot block);
  void join_and_insert(BlockSlot block, ListNumber list);
  [[nodiscard]] BlockKey key_of(BlockSlot block) const {
    return {blocks()[block].size, blocks().address(block).count()};
  }

  RmmPoolRules rules_;
  std::vector<std::unique_ptr<List>> lists_;
  std::map<StreamId, ListNumber> list_numbers_;
  StreamId last_stream_;
  ListNumber last_list_ = 0;
  std::vector<BlockSlot> moving_;
  Bytes pool_size_;
  Bytes last_page_;
  std::uint64_t waits_count_ = 0;
};

/// `rmm-pool`.
extern const Policy kRmmPoolPolicy;

}  // namespace arenasim::core
