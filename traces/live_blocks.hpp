// What is known of live blocks, by slot, in chunks: growing never moves or doubles what is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/ids.hpp"

namespace arenasim::traces {

struct LiveBlock {
  std::uint32_t size = 0;    ///< in bytes
  std::uint32_t number = 0;  ///< of its birth; of a wide one, where its figures are; of a free one, the next free slot
  core::StreamId stream;
  std::uint32_t state = 0;

  static constexpr std::uint32_t kPending = std::uint32_t{1} << 31U;  ///< of the state, which else is the device
  static constexpr std::uint32_t kWide = std::uint32_t{1} << 30U;     ///< of the state, too

  /// As the table was told.
  [[nodiscard]] std::uint32_t device() const { return state & ~(kPending | kWide); }
  /// Its free was requested.
  [[nodiscard]] bool pending() const { return (state & kPending) != 0; }
  /// What is known of it does not fit here.
  [[nodiscard]] bool wide() const { return (state & kWide) != 0; }
};
static_assert(sizeof(LiveBlock) == 16, "four in a line");
static_assert(std::is_trivially_destructible_v<LiveBlock>, "chunks are given back as bytes");

class LiveBlocks {
 public:
  /// How many there are.
  [[nodiscard]] std::size_t size() const { return size_; }

  [[nodiscard]] LiveBlock& operator[](std::uint32_t slot) { return chunks_[slot / kChunk][slot % kChunk]; }
  [[nodiscard]] const LiveBlock& operator[](std::uint32_t slot) const { return chunks_[slot / kChunk][slot % kChunk]; }

  /// Adds an empty one in the next slot.
  LiveBlock& add() {
    if (size_ == chunks_.size() * kChunk) {
      add_chunk();
    }
    return *std::construct_at(&(*this)[static_cast<std::uint32_t>(size_++)]);
  }

 private:
  static constexpr std::size_t kChunkBytes = std::size_t{2} << 20U;
  static constexpr std::size_t kChunk = kChunkBytes / sizeof(LiveBlock);
  static constexpr std::size_t kSmallChunks = 2;  // that take memory as they are filled

  struct Release {
    void operator()(LiveBlock* chunk) const;
  };

  /// From the system itself: among tables that grow, chunks would hold apart what those give back. Throws bad_alloc.
  void add_chunk();

  std::vector<std::unique_ptr<LiveBlock[], Release>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace arenasim::traces
