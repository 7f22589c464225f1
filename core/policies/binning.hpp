// Fixed-size bins for small requests, on top of another policy (spec/policies.md, binning).
#pragma once

#include <memory>
#include <vector>

#include "core/policies/bin_table.hpp"
#include "core/policies/policy.hpp"

namespace arenasim::core {

/// As RMM's binning resource over its fixed-size resource, with any policy below. What was chosen:
/// - a bin takes a chunk from below when it has no free block; the original takes the first when it is made;
/// - of a new chunk the lowest block goes out first; else the one freed last;
/// - bins smaller than the device's alignment are left out;
/// - a request of no bytes goes below;
/// - where a chunk is refused, so is the request, as out of memory;
/// - an explicit cleanup gives chunks of which nothing is held back to the policy below, then cleans that up (the
///   original keeps them).
/// A policy below that moves allocations may move a chunk; what is held in it moves along.
class Binning final : public Allocator {
 public:
  /// `below` writes its facts to `heard`, which is kept until it is gone; what bins hold is told to `facts`.
  Binning(FactLog& facts, std::unique_ptr<FactLog> heard, std::unique_ptr<Allocator> below, BinTable bins);

  [[nodiscard]] Result<Placement> allocate(const Request& request) override;
  void request_free(AllocationId id, StreamId stream) override;
  void complete_free(AllocationId id, StreamId stream) override;
  void cleanup(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> audit() const override;
  [[nodiscard]] Description describe() const override;
  [[nodiscard]] std::vector<std::string> draw() const override { return below_->draw(); }

 private:
  /// Where an allocation of ours is: in a bin, or below.
  struct Where {
    BinBlock block;
    AllocationId below = kNoAllocation;
  };
  /// What an allocation below is: one of ours, or a chunk.
  struct Purpose {
    AllocationId ours = kNoAllocation;
    std::uint32_t chunk = kNoSlot;
  };

  [[nodiscard]] Result<Placement> allocate_below(const Request& request);
  [[nodiscard]] Result<Placement> allocate_in_bin(const Request& request, std::uint32_t bin);
  [[nodiscard]] bool add_chunk(std::uint32_t bin, StreamId stream);
  void give_chunk_back(std::uint32_t chunk, StreamId stream);

  [[nodiscard]] AllocationId new_below(const Purpose& purpose);
  void forget_below(AllocationId below);
  [[nodiscard]] Where& where(AllocationId id);

  void pass_on();
  void pass_on(Fact fact);
  void move_chunk(const Fact& moved);
  void tell_block(FactKind kind, const BinBlock& block, StreamId stream);
  void tell_range(FactKind kind, const BinBlock& block, StreamId stream);
  void tell_ranges_of(std::uint32_t chunk, FactKind kind, StreamId stream);
  [[nodiscard]] static PoolDescription& pool_of(const BinChunk& chunk, std::vector<PoolDescription>& below);
  [[nodiscard]] std::uint8_t pools_of_bins() const { return static_cast<std::uint8_t>(bins_.bins().size()); }

  FactLog* facts_;
  std::unique_ptr<FactLog> heard_;
  std::unique_ptr<Allocator> below_;
  BinTable bins_;
  std::vector<Where> where_;       // by our allocations
  std::vector<Purpose> purposes_;  // by allocations below
  std::vector<AllocationId> vacant_;
};

/// `binning`.
extern const Policy kBinningPolicy;

}  // namespace arenasim::core
