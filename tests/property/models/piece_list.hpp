// Pieces of pages in plain lists, for models that look at all of them.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace arenasim::tests {

struct PagePiece {
  std::uint64_t page = 0;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  friend auto operator<=>(const PagePiece&, const PagePiece&) = default;
};

/// Free pieces in address order, neighbours of one page joined.
class PieceList {
 public:
  void insert(const PagePiece& piece) {
    pieces_.insert(std::upper_bound(pieces_.begin(), pieces_.end(), piece), piece);
    for (std::size_t i = 1; i < pieces_.size();) {
      PagePiece& before = pieces_[i - 1];
      if (before.page == pieces_[i].page && before.offset + before.size == pieces_[i].offset) {
        before.size += pieces_[i].size;
        pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  /// Takes the whole piece out.
  void remove(const PagePiece& piece) { pieces_.erase(std::find(pieces_.begin(), pieces_.end(), piece)); }

  /// The first of the smallest that hold `size`; null where none does.
  [[nodiscard]] const PagePiece* best_fit(std::uint64_t size) const {
    const PagePiece* best = nullptr;
    for (const PagePiece& piece : pieces_) {
      if (piece.size >= size && (best == nullptr || piece.size < best->size)) {
        best = &piece;
      }
    }
    return best;
  }

  /// The first that holds `size`; null where none does.
  [[nodiscard]] const PagePiece* first_fit(std::uint64_t size) const {
    for (const PagePiece& piece : pieces_) {
      if (piece.size >= size) {
        return &piece;
      }
    }
    return nullptr;
  }

  [[nodiscard]] const std::vector<PagePiece>& pieces() const { return pieces_; }

 private:
  std::vector<PagePiece> pieces_;
};

[[nodiscard]] inline std::string place_text(const PagePiece& piece) {
  return std::to_string(piece.page) + '+' + std::to_string(piece.offset);
}

}  // namespace arenasim::tests
