// No pool at all: a page for every request (spec/policies.md, direct).
#pragma once

#include "core/policies/block_allocator.hpp"

namespace arenasim::core {

/// A page of the request's size, rounded up to the device's alignment, given back at the free. Only a request of no
/// bytes keeps its page of no bytes for the next such request, as in every policy here.
class Direct final : public BlockAllocator {
 public:
  explicit Direct(const Workplace& at);

 private:
  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;
};

/// `direct`.
extern const Policy kDirectPolicy;

}  // namespace arenasim::core
