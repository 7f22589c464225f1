// Memory that grows at its end without a second copy of what it holds: past a size that is quick to copy, it has
// addresses of its own to grow into, which take memory as they are written; far behind, in huge pages.
#pragma once

#include <cstddef>

namespace arenasim::core {

class GrowingMemory {
 public:
  GrowingMemory() = default;
  GrowingMemory(const GrowingMemory&) = delete;
  GrowingMemory& operator=(const GrowingMemory&) = delete;
  ~GrowingMemory();

  /// Where it begins, at a multiple of 64 bytes.
  [[nodiscard]] void* begin() const { return block_.begin; }

  /// How many bytes may be used. They take memory once they are written.
  [[nodiscard]] std::size_t size() const { return block_.size; }

  /// At least `least` bytes from now on. Those there were keep their values, and may have moved. Throws std::bad_alloc
  /// where the system has no more; then nothing has changed.
  void grow(std::size_t least);

 private:
  struct Block {
    void* begin = nullptr;
    std::size_t size = 0;
    void* mapping = nullptr;  ///< what to unmap; null where the block is the heap's
    std::size_t mapped = 0;
  };

  [[nodiscard]] static Block from_heap(std::size_t size);
  [[nodiscard]] static Block with_addresses(std::size_t least);
  static void free(const Block& block);

  Block block_;
};

}  // namespace arenasim::core
