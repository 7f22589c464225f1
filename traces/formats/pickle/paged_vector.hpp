// A vector that grows by pages, so that growing never moves or doubles what is there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace arenasim::traces::pickle {

/// Items keep their addresses. Trivial item types only: pages start as zeros.
template <class Item>
class PagedVector {
 public:
  static constexpr std::size_t kPageItems = std::size_t{1} << 13U;

  [[nodiscard]] std::size_t size() const { return size_; }

  [[nodiscard]] const Item& operator[](std::size_t index) const {
    return (*pages_[index / kPageItems])[index % kPageItems];
  }
  [[nodiscard]] Item& operator[](std::size_t index) { return (*pages_[index / kPageItems])[index % kPageItems]; }

  void push_back(Item item) {
    if (size_ == pages_.size() * kPageItems) {
      add_page();
    }
    (*this)[size_++] = item;
  }

  /// Grows to at least `size` items; new ones are zeros.
  void grow(std::size_t size) {
    while (pages_.size() * kPageItems < size) {
      add_page();
    }
    size_ = size > size_ ? size : size_;
  }

  /// How many more items the last page takes.
  [[nodiscard]] std::size_t room_in_page() const { return pages_.size() * kPageItems - size_; }

  /// Appends items that fit in the last page, side by side.
  void append_run(std::span<const Item> items) {
    std::copy(items.begin(), items.end(), &(*this)[size_]);
    size_ += items.size();
  }

  /// Goes on at the start of a fresh page; what the last one had room for stays unused.
  void start_page() {
    size_ = pages_.size() * kPageItems;
    add_page();
  }

  /// `count` items side by side from `first` on; they must lie in one page.
  [[nodiscard]] std::span<const Item> run(std::size_t first, std::size_t count) const {
    return count == 0 ? std::span<const Item>{} : std::span<const Item>{&(*this)[first], count};
  }

 private:
  using Page = std::array<Item, kPageItems>;

  void add_page() { pages_.push_back(std::make_unique<Page>()); }

  std::vector<std::unique_ptr<Page>> pages_;
  std::size_t size_ = 0;
};

}  // namespace arenasim::traces::pickle
