#include "core/policies/binning.hpp"

#include <utility>

namespace arenasim::core {

Binning::Binning(FactLog& facts, std::unique_ptr<FactLog> heard, std::unique_ptr<Allocator> below, BinTable bins)
    : facts_(&facts), heard_(std::move(heard)), below_(std::move(below)), bins_(std::move(bins)) {
  pass_on();  // a policy may reserve before its first request
}

Result<Placement> Binning::allocate(const Request& request) {
  const auto bin = bins_.bin_for(request.size);
  return bin ? allocate_in_bin(request, *bin) : allocate_below(request);
}

Result<Placement> Binning::allocate_below(const Request& request) {
  const AllocationId below = new_below({.ours = request.id});
  auto placed = below_->allocate({.id = below, .size = request.size, .stream = request.stream});
  pass_on();
  if (!placed) {
    forget_below(below);
    return placed;
  }
  where(request.id) = {.block = {}, .below = below};
  placed->pool = static_cast<std::uint8_t>(placed->pool + pools_of_bins());
  return placed;
}

Result<Placement> Binning::allocate_in_bin(const Request& request, std::uint32_t bin) {
  if (bins_.bins()[bin].free.empty() && !add_chunk(bin, request.stream)) {
    facts_->add({.kind = FactKind::failed,
                 .reason = static_cast<std::uint8_t>(Refusal::out_of_memory),
                 .allocation = request.id,
                 .stream = request.stream,
                 .bytes = request.size});
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  const BinBlock block = bins_.take(bin, request.id, request.size);
  where(request.id) = {.block = block, .below = kNoAllocation};
  tell_range(FactKind::range_vanished, block, request.stream);
  tell_block(FactKind::placed, block, request.stream);
  return Placement{static_cast<std::uint8_t>(bin), bins_.place(block)};
}

bool Binning::add_chunk(std::uint32_t bin, StreamId stream) {
  const AllocationId below = new_below({});
  const auto placed = below_->allocate({.id = below, .size = bins_.chunk_size(bin), .stream = stream});
  pass_on();
  if (!placed) {
    forget_below(below);
    return false;
  }
  const std::uint32_t chunk = bins_.add_chunk(bin, below, *placed, stream);
  purposes_[below.number()].chunk = chunk;
  tell_ranges_of(chunk, FactKind::range_appeared, stream);
  return true;
}

void Binning::give_chunk_back(std::uint32_t chunk, StreamId stream) {
  const AllocationId below = bins_.chunks()[chunk].below;
  tell_ranges_of(chunk, FactKind::range_vanished, stream);
  bins_.remove_chunk(chunk);
  below_->complete_free(below, stream);
  pass_on();
  forget_below(below);
}

void Binning::request_free(AllocationId id, StreamId stream) {
  if (where(id).below != kNoAllocation) {
    below_->request_free(where(id).below, stream);
    pass_on();
  }
}

void Binning::complete_free(AllocationId id, StreamId stream) {
  const Where freed = std::exchange(where(id), Where{});
  if (freed.below != kNoAllocation) {
    below_->complete_free(freed.below, stream);
    pass_on();
    forget_below(freed.below);
  } else if (freed.block.chunk != kNoSlot) {
    tell_block(FactKind::freed, freed.block, stream);
    bins_.put(freed.block);
    tell_range(FactKind::range_appeared, freed.block, stream);
  }
}

void Binning::cleanup(StreamId stream) {
  for (std::uint32_t chunk = 0; chunk < bins_.chunks().size(); ++chunk) {
    if (bins_.chunks()[chunk].below != kNoAllocation && bins_.chunks()[chunk].held_count == 0) {
      give_chunk_back(chunk, stream);
    }
  }
  below_->cleanup(stream);
  pass_on();
}

AllocationId Binning::new_below(const Purpose& purpose) {
  if (vacant_.empty()) {
    purposes_.push_back(purpose);
    return AllocationId{static_cast<std::uint32_t>(purposes_.size() - 1)};
  }
  const AllocationId below = vacant_.back();
  vacant_.pop_back();
  purposes_[below.number()] = purpose;
  return below;
}

void Binning::forget_below(AllocationId below) {
  purposes_[below.number()] = {};
  vacant_.push_back(below);
}

Binning::Where& Binning::where(AllocationId id) {
  if (id.number() >= where_.size()) {
    where_.resize(std::size_t{id.number()} + 1);
  }
  return where_[id.number()];
}

}  // namespace arenasim::core
