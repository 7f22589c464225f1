// RMM's pool by the words of spec/policies.md: pieces in address order, every list searched from end to end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace arenasim::tests {

class RmmPoolModel {
 public:
  RmmPoolModel(std::uint64_t maximum, std::uint64_t capacity) : maximum_(maximum), capacity_(capacity) {}

  std::string alloc(std::uint32_t id, std::uint64_t size, int stream) {
    size = (size + 255) / 256 * 256;
    use(stream);
    Piece piece;
    if (!take(stream, stream, size, piece) && !take_from_others(stream, size, piece) &&
        !take_after_merging(stream, size, piece) && !grow(stream, size, piece)) {
      return "out_of_memory";
    }
    held_[id] = piece;
    return std::to_string(piece.page) + '+' + std::to_string(piece.offset);
  }

  void free(std::uint32_t id, int stream) {
    use(stream);
    insert(stream, held_.at(id));
    held_.erase(id);
  }

  [[nodiscard]] std::uint64_t reserved() const { return pool_; }

 private:
  struct Piece {
    std::uint64_t page = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    friend auto operator<=>(const Piece&, const Piece&) = default;
  };
  using List = std::vector<Piece>;  // in address order

  void use(int stream) {
    if (std::find(streams_.begin(), streams_.end(), stream) == streams_.end()) {
      streams_.push_back(stream);
    }
  }

  void insert(int stream, const Piece& piece) {
    List& list = lists_[stream];
    list.insert(std::upper_bound(list.begin(), list.end(), piece), piece);
    for (std::size_t i = 1; i < list.size();) {
      Piece& before = list[i - 1];
      if (before.page == list[i].page && before.offset + before.size == list[i].offset) {
        before.size += list[i].size;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  bool take(int from, int rest_to, std::uint64_t size, Piece& taken) {
    List& list = lists_[from];
    const Piece* best = nullptr;
    for (const Piece& piece : list) {
      if (piece.size >= size && (best == nullptr || piece.size < best->size)) {
        best = &piece;
      }
    }
    if (best == nullptr) {
      return false;
    }
    taken = *best;
    list.erase(list.begin() + (best - list.data()));
    split(rest_to, size, taken);
    return true;
  }

  void split(int rest_to, std::uint64_t size, Piece& taken) {
    if (taken.size > size) {
      insert(rest_to, {taken.page, taken.offset + size, taken.size - size});
      taken.size = size;
    }
  }

  bool take_from_others(int stream, std::uint64_t size, Piece& taken) {
    return std::any_of(streams_.begin(), streams_.end(),
                       [&](int other) { return other != stream && take(other, other, size, taken); });
  }

  bool take_after_merging(int stream, std::uint64_t size, Piece& taken) {
    return std::any_of(streams_.begin(), streams_.end(), [&](int other) {
      if (other == stream) {
        return false;
      }
      const List moving = std::exchange(lists_[other], {});
      for (const Piece& piece : moving) {
        insert(stream, piece);
      }
      return take(stream, stream, size, taken);
    });
  }

  bool grow(int stream, std::uint64_t size, Piece& taken) {
    std::uint64_t bytes = std::max(size, pool_);
    if (maximum_ != 0) {
      const std::uint64_t left = pool_ < maximum_ ? (maximum_ - pool_ + 255) / 256 * 256 : 0;
      if (size > left) {
        return false;
      }
      bytes = std::max(size, left / 2);
    }
    while (pool_ + bytes > capacity_) {
      if (bytes == size) {
        return false;
      }
      bytes = std::max(size, bytes / 2);
    }
    pool_ += bytes;
    taken = {granted_++, 0, bytes};
    split(stream, size, taken);
    return true;
  }

  std::uint64_t maximum_;
  std::uint64_t capacity_;
  std::vector<int> streams_;
  std::map<int, List> lists_;
  std::map<std::uint32_t, Piece> held_;
  std::uint64_t pool_ = 0;
  std::uint64_t granted_ = 0;
};

}  // namespace arenasim::tests
