#include "sim/statistics/page_table.hpp"

#include <utility>

namespace arenasim::sim::statistics {

PageRecord& PageTable::add(core::PageId page) {
  const std::size_t index = page.number() / kPerBlock;
  if (index >= blocks_.size()) {
    blocks_.resize(index + 1);
  }
  std::unique_ptr<Block>& block = blocks_[index];
  if (block == nullptr && !spare_.empty()) {
    block = std::move(spare_.back());
    spare_.pop_back();
  } else if (block == nullptr) {
    block = std::make_unique<Block>();
  }
  ++block->mapped;
  PageRecord& record = block->records[page.number() % kPerBlock];
  record = PageRecord{};
  record.mapped = true;
  return record;
}

void PageTable::remove(core::PageId page) {
  std::unique_ptr<Block>& block = blocks_[page.number() / kPerBlock];
  block->records[page.number() % kPerBlock].mapped = false;
  if (--block->mapped == 0) {
    spare_.push_back(std::move(block));
  }
}

}  // namespace arenasim::sim::statistics
