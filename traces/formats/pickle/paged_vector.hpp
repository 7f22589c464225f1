// A vector that grows by pages, so that growing never moves or doubles what is there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "traces/huge_pages.hpp"

namespace arenasim::traces::pickle {

/// Items keep their addresses. Trivial item types only.
template <class Item>
class PagedVector {
  static_assert(std::is_trivially_copyable_v<Item>);

 public:
  static constexpr std::size_t kPageItems = std::size_t{1} << 13U;

  [[nodiscard]] std::size_t size() const { return size_; }

  [[nodiscard]] const Item& operator[](std::size_t index) const {
    return pages_[index / kPageItems][index % kPageItems];
  }
  /// For whoever reads many items: where they are, until one is added.
  class View {
   public:
    explicit View(Item* const* pages) : pages_(pages) {}
    [[nodiscard]] const Item& operator[](std::size_t index) const {
      return pages_[index / kPageItems][index % kPageItems];
    }

   private:
    Item* const* pages_;
  };
  [[nodiscard]] View view() const { return View(pages_.data()); }

  [[nodiscard]] Item& operator[](std::size_t index) { return pages_[index / kPageItems][index % kPageItems]; }

  void push_back(Item item) { add() = item; }

  /// A new item, to be set.
  [[nodiscard]] Item& add() {
    if (size_ == pages_.size() * kPageItems) {
      add_page();
    }
    return (*this)[size_++];
  }

  /// Grows to at least `size` items; new ones are empty.
  void grow(std::size_t size) {
    while (size_ < size) {
      push_back(Item{});
    }
  }

  /// How many more items the last page takes.
  [[nodiscard]] std::size_t room_in_page() const { return pages_.size() * kPageItems - size_; }

  /// Appends items that fit in the last page, side by side.
  void append_run(std::span<const Item> items) {
    std::copy(items.begin(), items.end(), &(*this)[size_]);
    size_ += items.size();
  }

  /// Appends items that fit in the last page, side by side, to be set.
  [[nodiscard]] std::span<Item> extend(std::size_t count) {
    Item* const first = &(*this)[size_];
    size_ += count;
    return {first, count};
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
  struct Free {
    void operator()(Item* items) const { std::free(items); }
  };

  static constexpr std::size_t kHugePage = std::size_t{2} << 20U;
  static constexpr std::size_t kFewPages = 16;
  static constexpr std::size_t kManyPages = 256;
  static_assert(kManyPages * kPageItems * sizeof(Item) % kHugePage == 0, "blocks of many pages are whole huge pages");

  [[gnu::noinline]] void add_page() {
    if (spare_pages_ == 0) {
      spare_pages_ = pages_.size() < kFewPages ? std::max<std::size_t>(3 * pages_.size(), 1) : kManyPages;
      const std::size_t bytes = spare_pages_ * kPageItems * sizeof(Item);
      const std::size_t alignment = spare_pages_ == kManyPages ? kHugePage : alignof(std::max_align_t);
      auto* const items = static_cast<Item*>(std::aligned_alloc(alignment, bytes));
      if (items == nullptr) {
        throw std::bad_alloc();
      }
      blocks_.emplace_back(items);
      prefer_huge_pages(items, bytes);  // before anything is written
      next_page_ = items;
    }
    pages_.push_back(next_page_);
    next_page_ += kPageItems;
    --spare_pages_;
  }

  std::vector<std::unique_ptr<Item[], Free>> blocks_;
  std::vector<Item*> pages_;  // in the blocks
  Item* next_page_ = nullptr;
  std::size_t spare_pages_ = 0;  // of the last block
  std::size_t size_ = 0;
};

}  // namespace arenasim::traces::pickle
