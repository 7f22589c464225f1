// Bins over a page for every request, by the words of spec/policies.md: a stack of free blocks each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/property/models/piece_list.hpp"

namespace arenasim::tests {

/// Over `direct`.
class BinningModel {
 public:
  BinningModel(std::uint64_t min_bin, std::uint64_t max_bin, std::uint64_t chunk, std::uint64_t capacity)
      : min_bin_(min_bin), max_bin_(max_bin), chunk_(chunk), capacity_(capacity) {}

  std::string alloc(std::uint32_t id, std::uint64_t size, int /*stream*/) {
    if (size > max_bin_) {
      const std::uint64_t bytes = (size + 255) / 256 * 256;
      if (!grant(bytes)) {
        return "out_of_memory";
      }
      held_[id] = {granted_ - 1, 0, bytes};
      return place_text(held_[id]);
    }
    std::uint64_t bin = min_bin_;
    while (bin < size) {
      bin *= 2;
    }
    std::vector<PagePiece>& stack = bins_[bin];
    if (stack.empty()) {
      if (!grant(bin * chunk_)) {
        return "out_of_memory";
      }
      for (std::uint64_t index = chunk_; index > 0; --index) {
        stack.push_back({granted_ - 1, (index - 1) * bin, bin});
      }
    }
    held_[id] = stack.back();
    stack.pop_back();
    return place_text(held_[id]);
  }

  void free(std::uint32_t id, int /*stream*/) {
    const PagePiece piece = held_.at(id);
    held_.erase(id);
    if (piece.size > max_bin_) {
      reserved_ -= piece.size;
    } else {
      bins_[piece.size].push_back(piece);
    }
  }

  [[nodiscard]] std::uint64_t reserved() const { return reserved_; }

 private:
  bool grant(std::uint64_t bytes) {
    if (reserved_ + bytes > capacity_) {
      return false;
    }
    reserved_ += bytes;
    ++granted_;
    return true;
  }

  std::uint64_t min_bin_;
  std::uint64_t max_bin_;
  std::uint64_t chunk_;
  std::uint64_t capacity_;
  std::map<std::uint64_t, std::vector<PagePiece>> bins_;
  std::map<std::uint32_t, PagePiece> held_;
  std::uint64_t reserved_ = 0;
  std::uint64_t granted_ = 0;
};

}  // namespace arenasim::tests
