#include "traces/block_figures.hpp"

namespace arenasim::traces {

void BlockFigures::keep_beside(LiveBlock& block, core::Bytes size, std::uint64_t id, std::uint64_t birth) {
  std::uint64_t number = free_;
  if (number == kNone) {
    number = wide_.size();
    wide_.emplace_back();
  } else {
    free_ = wide_[number].id;
  }
  wide_[number] = {size, id, birth};
  block.size = 0;
  block.number = static_cast<std::uint32_t>(number);
  block.state |= LiveBlock::kWide;
}

void BlockFigures::forget_wide(std::uint32_t number) {
  wide_[number].id = free_;
  free_ = number;
}

}  // namespace arenasim::traces
