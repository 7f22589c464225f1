// QuickPool by the words of spec/policies.md, with lists that are searched from end to end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace arenasim::tests {

class QuickPoolModel {
 public:
  struct Settings {
    std::uint64_t first = 0;
    std::uint64_t next = 0;
    std::uint64_t align = 16;
    std::uint64_t capacity = ~std::uint64_t{0};
    bool percent = true;  ///< 100 of the pages, else two of them
    bool high_water = true;
  };

  explicit QuickPoolModel(const Settings& settings) : settings_(settings) {}

  std::string alloc(std::uint32_t id, std::uint64_t size, int /*stream*/) {
    Chunk* const chunk = take((size + settings_.align - 1) / settings_.align * settings_.align);
    if (chunk == nullptr) {
      return "out_of_memory";
    }
    held_[id] = chunk;
    return std::to_string(chunk->page) + '+' + std::to_string(chunk->offset);
  }

  void free(std::uint32_t id, int /*stream*/) {
    let_go(held_.at(id));
    held_.erase(id);
  }

  [[nodiscard]] std::uint64_t reserved() const { return sum(false); }

 private:
  struct Chunk {
    std::uint64_t page = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t age = 0;
    bool is_free = false;
  };
  using Chunks = std::list<Chunk>;
  using Pages = std::map<std::uint64_t, Chunks>;

  static bool is_whole(const Chunks& page) { return page.size() == 1 && page.front().is_free; }

  /// Bytes of all pages, or of those that are one free chunk.
  [[nodiscard]] std::uint64_t sum(bool whole) const {
    std::uint64_t bytes = 0;
    for (const auto& [number, chunks] : pages_) {
      for (const Chunk& chunk : chunks) {
        bytes += !whole || is_whole(chunks) ? chunk.size : 0;
      }
    }
    return bytes;
  }

  Chunk* take(std::uint64_t size) {
    Chunks* page = nullptr;
    Chunks::iterator best;
    for (auto& [number, chunks] : pages_) {
      for (auto chunk = chunks.begin(); chunk != chunks.end(); ++chunk) {
        const bool fits = chunk->is_free && chunk->size >= size;
        if (fits && (page == nullptr || std::pair{chunk->size, chunk->age} < std::pair{best->size, best->age})) {
          page = &chunks;
          best = chunk;
        }
      }
    }
    if (page == nullptr) {
      const std::uint64_t bytes = std::max(size, sum(false) == 0 ? settings_.first : settings_.next);
      if (sum(false) + bytes > settings_.capacity) {
        release();
      }
      if (sum(false) + bytes > settings_.capacity) {
        return nullptr;
      }
      page = &pages_[granted_];
      page->push_back({.page = granted_++, .size = bytes});
      best = page->begin();
    }
    if (best->size > size) {
      page->insert(std::next(best), {best->page, best->offset + size, best->size - size, age_++, true});
    }
    best->size = size;
    best->is_free = false;
    handed_out_ += size;
    high_water_ = std::max(high_water_, handed_out_);
    return &*best;
  }

  void let_go(Chunk* chunk) {
    handed_out_ -= chunk->size;
    Chunks& page = pages_.at(chunk->page);
    auto at = std::find_if(page.begin(), page.end(), [&](const Chunk& each) { return &each == chunk; });
    if (at != page.begin() && std::prev(at)->is_free) {
      std::prev(at)->size += at->size;
      at = std::prev(page.erase(at));
    }
    if (std::next(at) != page.end() && std::next(at)->is_free) {
      at->size += std::next(at)->size;
      page.erase(std::next(at));
    }
    at->is_free = true;
    at->age = age_++;
    coalesce_if_asked();
  }

  void coalesce_if_asked() {
    const auto whole =
        std::count_if(pages_.begin(), pages_.end(), [](const auto& page) { return is_whole(page.second); });
    std::ptrdiff_t free_count = 0;
    for (const auto& [number, chunks] : pages_) {
      free_count += std::count_if(chunks.begin(), chunks.end(), [](const Chunk& chunk) { return chunk.is_free; });
    }
    const bool holds = settings_.percent ? sum(false) == sum(true) : whole >= 2;
    const std::uint64_t wanted = settings_.high_water ? high_water_ : sum(false);
    if (!holds || free_count < 2) {
      return;
    }
    release();
    if (sum(false) < wanted) {
      const std::uint64_t missing = wanted - sum(false);
      if (Chunk* const chunk = take((missing + settings_.align - 1) / settings_.align * settings_.align)) {
        let_go(chunk);
      }
    }
  }

  void release() {
    std::erase_if(pages_, [](const auto& page) { return is_whole(page.second); });
  }

  Settings settings_;
  Pages pages_;
  std::map<std::uint32_t, Chunk*> held_;
  std::uint64_t granted_ = 0;
  std::uint64_t age_ = 0;
  std::uint64_t handed_out_ = 0;
  std::uint64_t high_water_ = 0;
};

}  // namespace arenasim::tests
