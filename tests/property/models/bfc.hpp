// Best fit with coalescing by the words of spec/policies.md: 21 bins looked through from end to end.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/property/models/piece_list.hpp"

namespace arenasim::tests {

class BfcModel {
 public:
  struct Settings {
    std::uint64_t limit = 0;
    std::uint64_t first_region = 2U << 20U;
    std::uint64_t worthwhile_rest = 128U << 20U;
    bool collects = true;
  };

  explicit BfcModel(const Settings& settings) : settings_(settings), region_(settings.first_region) {}

  std::string alloc(std::uint32_t id, std::uint64_t size, int /*stream*/) {
    size = (size + 255) / 256 * 256;
    auto chunk = find(size);
    if (!chunk && (extend(size) || (collect(size) && extend(size)))) {
      chunk = find(size);
    }
    if (!chunk) {
      return "out_of_memory";
    }
    free_.remove(*chunk);
    if (chunk->size >= 2 * size || chunk->size - size >= settings_.worthwhile_rest) {
      free_.insert({chunk->page, chunk->offset + size, chunk->size - size});
      chunk->size = size;
    }
    held_[id] = *chunk;
    return place_text(*chunk);
  }

  void free(std::uint32_t id, int /*stream*/) {
    free_.insert(held_.at(id));
    held_.erase(id);
  }

  [[nodiscard]] std::uint64_t reserved() const { return pooled_; }

 private:
  static std::size_t bin_of(std::uint64_t size) {
    std::size_t bin = 0;
    while (bin < 20 && size >= (std::uint64_t{512} << bin)) {
      ++bin;
    }
    return bin;
  }

  [[nodiscard]] std::optional<PagePiece> find(std::uint64_t size) const {
    for (std::size_t bin = bin_of(size); bin <= 20; ++bin) {
      std::optional<PagePiece> first;
      for (const PagePiece& piece : free_.pieces()) {
        if (bin_of(piece.size) == bin && piece.size >= size && (!first || piece.size < first->size)) {
          first = piece;
        }
      }
      if (first) {
        return first;
      }
    }
    return std::nullopt;
  }

  /// The device's capacity is the limit, so nothing within it is refused.
  bool extend(std::uint64_t size) {
    const std::uint64_t available = (settings_.limit - pooled_) / 256 * 256;
    if (size > available) {
      return false;
    }
    bool doubled = false;
    for (; size > region_; region_ *= 2) {
      doubled = true;
    }
    const std::uint64_t bytes = std::min(region_, available);
    region_ *= doubled ? 1 : 2;
    pooled_ += bytes;
    regions_[granted_] = bytes;
    free_.insert({granted_++, 0, bytes});
    return true;
  }

  bool collect(std::uint64_t size) {
    std::vector<PagePiece> whole;
    std::uint64_t bytes = 0;
    for (const PagePiece& piece : free_.pieces()) {
      if (regions_.at(piece.page) == piece.size) {
        whole.push_back(piece);
        bytes += piece.size;
      }
    }
    if (!settings_.collects || whole.empty() || size > settings_.limit - pooled_ + bytes) {
      return false;
    }
    for (const PagePiece& piece : whole) {
      free_.remove(piece);
      pooled_ -= piece.size;
    }
    return true;
  }

  Settings settings_;
  std::uint64_t region_;
  std::uint64_t pooled_ = 0;
  std::uint64_t granted_ = 0;
  std::map<std::uint64_t, std::uint64_t> regions_;
  PieceList free_;
  std::map<std::uint32_t, PagePiece> held_;
};

}  // namespace arenasim::tests
