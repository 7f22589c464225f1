// Umpire's QuickPool: best fit over every page held, the oldest of equals, pages given back by a heuristic
// (spec/policies.md, quickpool).
#pragma once

#include "core/policies/block_allocator.hpp"
#include "core/policies/block_order.hpp"
#include "core/policies/quickpool_heuristic.hpp"

namespace arenasim::core {

struct QuickPoolRules {
  Bytes first_page;  ///< the least size of a page granted while none is held
  Bytes next_page;   ///< of any other
  Alignment alignment;
  QuickPoolHeuristic heuristic;
};

/// As the original but in three places. A coalesce that would repeat itself until the original's stack is gone is done
/// once; one whose page is refused twice, where the original ends the process, is left without it; both are noted. The
/// original asks its parent for one alignment more than it counts: here a page is what it counts.
class QuickPool final : public BlockAllocator {
 public:
  QuickPool(const Workplace& at, const QuickPoolRules& rules);

 private:
  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  [[nodiscard]] Result<BlockSlot> take_rounded(Bytes size);
  [[nodiscard]] Result<BlockSlot> add_page(Bytes size);
  void insert(BlockSlot block);
  void extract(BlockSlot block);
  void join_and_insert(BlockSlot block);
  void coalesce_while_suggested();
  [[nodiscard]] bool coalesce_to(Bytes size);
  void release_whole_pages();
  [[nodiscard]] BlockKey key_of(BlockSlot block) const { return {blocks()[block].size, blocks()[block].mark}; }

  QuickPoolRules rules_;
  BlockOrder free_;        // a block's mark is its age: when it was last inserted
  BlockOrder whole_free_;  // of these, whole pages
  std::vector<BlockSlot> leaving_;
  QuickPoolState state_;
  Bytes handed_out_;  // rounded
  std::uint64_t age_ = 0;
  std::uint64_t endless_count_ = 0;
  std::uint64_t ended_count_ = 0;
};

/// `quickpool`.
extern const Policy kQuickPoolPolicy;

}  // namespace arenasim::core
