// Arenas over lent superblocks, by the choices at the policy's class: a list a stream, all of it looked at.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/property/models/piece_list.hpp"

namespace arenasim::tests {

class RmmArenaModel {
 public:
  RmmArenaModel(std::uint64_t superblock, std::uint64_t capacity) : superblock_(superblock), capacity_(capacity) {}

  std::string alloc(std::uint32_t id, std::uint64_t size, int stream) {
    size = (size + 255) / 256 * 256;
    PieceList& own = arenas_[stream];
    const PagePiece* found = own.first_fit(size);
    PagePiece piece;
    if (found != nullptr) {
      piece = *found;
      own.remove(piece);
    } else if (!lend(size, piece)) {
      collect_all();
      if (global_.first_fit(size) == nullptr) {
        give_global_back();
      }
      if (!lend(size, piece)) {
        return "out_of_memory";
      }
    }
    lent_to_[piece.page] = stream;
    if (piece.size > size) {
      own.insert({piece.page, piece.offset + size, piece.size - size});
      piece.size = size;
    }
    held_[id] = piece;
    return place_text(piece);
  }

  void free(std::uint32_t id, int /*stream*/) {
    const PagePiece piece = held_.at(id);
    held_.erase(id);
    arenas_[lent_to_.at(piece.page)].insert(piece);
  }

  [[nodiscard]] std::uint64_t reserved() const { return reserved_; }

 private:
  bool lend(std::uint64_t size, PagePiece& piece) {
    if (const PagePiece* found = global_.first_fit(size); found != nullptr) {
      piece = *found;
      global_.remove(piece);
      return true;
    }
    const std::uint64_t bytes = std::max(superblock_, std::bit_ceil(size));
    if (reserved_ + bytes > capacity_) {
      return false;
    }
    reserved_ += bytes;
    sizes_[granted_] = bytes;
    piece = {granted_++, 0, bytes};
    return true;
  }

  void collect_all() {
    for (auto& [stream, arena] : arenas_) {
      const std::vector<PagePiece> pieces = arena.pieces();
      for (const PagePiece& piece : pieces) {
        if (sizes_.at(piece.page) == piece.size) {
          arena.remove(piece);
          global_.insert(piece);
        }
      }
    }
  }

  void give_global_back() {
    for (const PagePiece& piece : global_.pieces()) {
      reserved_ -= piece.size;
    }
    global_ = PieceList{};
  }

  std::uint64_t superblock_;
  std::uint64_t capacity_;
  std::map<int, PieceList> arenas_;
  PieceList global_;
  std::map<std::uint64_t, int> lent_to_;
  std::map<std::uint64_t, std::uint64_t> sizes_;
  std::map<std::uint32_t, PagePiece> held_;
  std::uint64_t reserved_ = 0;
  std::uint64_t granted_ = 0;
};

}  // namespace arenasim::tests
