// A slow and obvious model of PyTorch's caching allocator: segments as lists of blocks, every search over all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace arenasim::tests {

class PytorchModel {
 public:
  struct Rules {
    std::uint64_t added = 0;
    std::uint64_t steps = 0;  ///< between powers of two; 0: none
    std::uint64_t max_split = ~std::uint64_t{0};
    std::uint64_t most_rounding = std::uint64_t{20} << 20U;
    std::uint64_t large_segment = std::uint64_t{20} << 20U;
    std::uint64_t capacity = ~std::uint64_t{0};
    std::uint64_t gc_percent = 0;  ///< of the capacity; 0: never
    bool expandable = false;
  };
  struct Held {
    std::uint64_t page = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };

  explicit PytorchModel(const Rules& rules) : rules_(rules) {}

  [[nodiscard]] std::optional<Held> allocate(std::uint64_t id, std::uint64_t size, int stream);
  void free(std::uint64_t id);
  void cleanup(int stream);
  [[nodiscard]] std::uint64_t reserved() const;
  [[nodiscard]] std::uint64_t retries() const { return retries_; }

 private:
  struct Block {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t since = 0;          ///< requests when it became free
    std::optional<std::uint64_t> id;  ///< of a held one
  };
  struct Segment {
    std::uint64_t page = 0;
    int stream = 0;
    bool small = false;
    std::vector<Block> blocks;

    [[nodiscard]] std::uint64_t size() const { return blocks.back().offset + blocks.back().size; }
    [[nodiscard]] bool free() const { return blocks.size() == 1 && !blocks[0].id; }
  };
  struct Place {
    Segment* segment = nullptr;
    std::size_t block = 0;
  };

  [[nodiscard]] std::uint64_t block_size(std::uint64_t size) const;
  [[nodiscard]] Place best(std::uint64_t size, int stream, bool small);
  [[nodiscard]] Place grow(std::uint64_t size, int stream, bool small);
  [[nodiscard]] Place grow_or_reclaim(std::uint64_t size, int stream, bool small);
  void collect();
  [[nodiscard]] bool release_oversize(std::uint64_t size, int stream, bool small);
  void release(const std::function<bool(const Segment&)>& of);
  [[nodiscard]] std::uint64_t unit(bool small) const { return small ? std::uint64_t{2} << 20U : rules_.large_segment; }

  Rules rules_;
  std::list<Segment> segments_;  // in order of pages
  std::uint64_t next_page_ = 0;
  std::uint64_t small_requests_ = 0;
  std::uint64_t large_requests_ = 0;
  std::uint64_t retries_ = 0;
};

}  // namespace arenasim::tests
