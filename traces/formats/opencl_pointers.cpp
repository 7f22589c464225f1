#include "traces/formats/opencl_pointers.hpp"

#include <iterator>

namespace arenasim::traces {

void OpenclPointers::allocate(std::uint64_t address, core::Bytes size, const RecordContext& at, const Where& where) {
  Block& block = blocks_[address];
  if (block.key == kNoOpenclBlock) {
    block.key = keys_.next();
  }
  block.size = size;
  intake_.alloc(block.key, size, at, where);
}

void OpenclPointers::free(std::uint64_t address, const RecordContext& at) {
  const auto block = blocks_.find(address);
  intake_.free(block == blocks_.end() ? kNoOpenclBlock : block->second.key, nullptr, at, false);
  if (block != blocks_.end()) {
    blocks_.erase(block);
  }
}

bool OpenclPointers::inside(std::uint64_t address) const {
  const auto behind = blocks_.upper_bound(address);
  if (behind == blocks_.begin()) {
    return false;
  }
  const auto& [begin, block] = *std::prev(behind);
  return address - begin < block.size.count();
}

}  // namespace arenasim::traces
