// The buddy system by the words of spec/policies.md: free blocks in one list, all of them looked at.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace arenasim::tests {

class BuddyModel {
 public:
  BuddyModel(std::uint64_t page, std::uint64_t min_block, std::uint64_t capacity)
      : page_(page), min_block_(min_block), capacity_(capacity) {}

  std::string alloc(std::uint32_t id, std::uint64_t size, int /*stream*/) {
    size = std::max(std::bit_ceil(size), min_block_);
    const auto better = [&](const Block& left, const Block& right) {
      return std::tie(left.size, left.page, left.offset) < std::tie(right.size, right.page, right.offset);
    };
    auto best = free_.end();
    for (auto each = free_.begin(); each != free_.end(); ++each) {
      if (each->size >= size && (best == free_.end() || better(*each, *best))) {
        best = each;
      }
    }
    Block block{pages_, 0, std::max(page_, size)};
    if (best != free_.end()) {
      block = *best;
      free_.erase(best);
    } else if (reserved_ + block.size > capacity_) {
      return "out_of_memory";
    } else {
      reserved_ += block.size;
      page_sizes_[pages_++] = block.size;
    }
    while (block.size > size) {
      block.size /= 2;
      free_.push_back({block.page, block.offset + block.size, block.size});
    }
    held_[id] = block;
    return std::to_string(block.page) + '+' + std::to_string(block.offset);
  }

  void free(std::uint32_t id, int /*stream*/) {
    Block block = held_.at(id);
    held_.erase(id);
    while (block.size < page_sizes_.at(block.page)) {
      const Block buddy{block.page, block.offset ^ block.size, block.size};
      const auto found = std::find(free_.begin(), free_.end(), buddy);
      if (found == free_.end()) {
        break;
      }
      free_.erase(found);
      block = {block.page, std::min(block.offset, buddy.offset), block.size * 2};
    }
    free_.push_back(block);
  }

  [[nodiscard]] std::uint64_t reserved() const { return reserved_; }

 private:
  struct Block {
    std::uint64_t page = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    friend bool operator==(const Block&, const Block&) = default;
  };

  std::uint64_t page_;
  std::uint64_t min_block_;
  std::uint64_t capacity_;
  std::vector<Block> free_;
  std::map<std::uint32_t, Block> held_;
  std::map<std::uint64_t, std::uint64_t> page_sizes_;
  std::uint64_t pages_ = 0;
  std::uint64_t reserved_ = 0;
};

}  // namespace arenasim::tests
