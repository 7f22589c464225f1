// What is known of each page, found by its number without hashing. Numbers rise and are never used again, so blocks of
// neighbouring pages come and go.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/ids.hpp"

namespace arenasim::sim::statistics {

struct PageRecord {
  std::uint64_t bytes = 0;
  std::uint64_t free_bytes = 0;
  std::uint64_t lost_bytes = 0;
  std::uint64_t idle_since = 0;  ///< the moment from which nothing on it was held
  std::uint32_t stream = 0;      ///< index of the stream table
  std::uint8_t pool = 0;
  bool mapped = false;
  bool idle = false;     ///< nothing on it was held when it was last settled
  bool touched = false;  ///< something on it changed since

  /// Nothing on it is held: free and lost bytes make all of it.
  [[nodiscard]] bool is_empty() const { return mapped && free_bytes + lost_bytes == bytes; }
};

class PageTable {
 public:
  /// A page that is mapped now and was not before.
  PageRecord& add(core::PageId page);

  /// The record of a mapped page. Stays where it is until the page is removed.
  [[nodiscard]] PageRecord& at(core::PageId page) {
    return (*blocks_[page.number() / kPerBlock]).records[page.number() % kPerBlock];
  }

  /// The page is gone. Its record can still be read until the next `add`.
  void remove(core::PageId page);

  template <class Visit>
  void for_each(Visit visit) {
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      for (std::size_t i = 0; blocks_[block] != nullptr && i < kPerBlock; ++i) {
        if (blocks_[block]->records[i].mapped) {
          visit(core::PageId{block * kPerBlock + i}, blocks_[block]->records[i]);
        }
      }
    }
  }

 private:
  static constexpr std::size_t kPerBlock = 64;

  struct Block {
    std::array<PageRecord, kPerBlock> records{};
    std::size_t mapped = 0;
  };

  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<std::unique_ptr<Block>> spare_;
};

}  // namespace arenasim::sim::statistics
