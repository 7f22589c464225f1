// Places that were decided before the first request, by who knows every lifetime (spec/policies.md, offline).
#pragma once

#include <map>
#include <optional>

#include "core/packing/packing.hpp"
#include "core/policies/block_allocator.hpp"

namespace arenasim::core {

/// One page, as long as the packing needs; shorter where the device's capacity or largest page is less, and then what
/// would pass its end is refused. Requests are known by their number. One that nobody planned for, or that is not what
/// the plan says, is served by the lowest room that is free at that moment, as is one whose place is still in use
/// because a free came later than was known.
class Offline final : public BlockAllocator {
 public:
  /// `packings` are what was tried, at least one; the first of the shortest is kept. `lifetimes` outlive it.
  Offline(const Workplace& at, const Lifetimes& lifetimes, const std::vector<Packing>& packings);

  [[nodiscard]] Result<Placement> allocate(const Request& request) override;

 private:
  [[nodiscard]] Result<BlockSlot> take(const Request& request) override;
  void put(BlockSlot block, StreamId stream) override;
  void release(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> flaw() const override;
  [[nodiscard]] std::vector<std::string> notes() const override { return notes_; }

  [[nodiscard]] std::optional<Bytes> planned(Bytes size) const;
  [[nodiscard]] BlockSlot room_at(Bytes offset, Bytes size) const;
  [[nodiscard]] BlockSlot lowest_room(Bytes size) const;
  void insert(BlockSlot block);
  void extract(BlockSlot block);

  const Lifetimes* lifetimes_;
  Packing plan_;
  Bytes page_size_;
  std::size_t requests_count_ = 0;
  std::map<Bytes, BlockSlot> free_;  // by offset; empty while no page is granted
  std::vector<std::string> notes_;
};

/// `offline`.
extern const Policy kOfflinePolicy;

}  // namespace arenasim::core
