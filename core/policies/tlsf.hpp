// Two-level segregated fit as in VMA's virtual blocks, over as many pages as it takes (spec/policies.md, tlsf).
#pragma once

#include <memory>
#include <vector>

#include "core/policies/block_allocator.hpp"
#include "core/policies/tlsf_lists.hpp"

namespace arenasim::core {

struct TlsfRules {
  Bytes page_size;
  TlsfStrategy strategy = TlsfStrategy::default_;
};

/// Each page is a virtual block of the original, and pages are asked in order of granting; the original has one, which
/// never grows. A request larger than a page has a page of its own size. Explicit cleanup gives empty pages back, all
/// but the first. A request of no bytes, which the original asserts against, is refused as `too_large` and noted.
class Tlsf final : public BlockAllocator {
 public:
  Tlsf(const Workplace& at, const TlsfRules& rules);

 private:
  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  [[nodiscard]] Result<BlockSlot> take_nothing(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;
  [[nodiscard]] std::vector<std::string> notes() const override;

  [[nodiscard]] Result<BlockSlot> add_page(Bytes size);
  [[nodiscard]] BlockSlot carve(TlsfLists& lists, BlockSlot block, Bytes size);
  void insert(TlsfLists& lists, BlockSlot block);
  void extract(TlsfLists& lists, BlockSlot block);
  [[nodiscard]] bool is_tail(BlockSlot block) const { return blocks()[block].next == kNoSlot; }
  [[nodiscard]] TlsfLists& lists_of(const Chain& page) { return *lists_[page.mark]; }

  TlsfRules rules_;
  std::vector<std::unique_ptr<TlsfLists>> lists_;  // by the mark of a page
  std::vector<std::uint32_t> vacant_;
  std::uint64_t refused_nothings_count_ = 0;
};

/// `tlsf`.
extern const Policy kTlsfPolicy;

}  // namespace arenasim::core
