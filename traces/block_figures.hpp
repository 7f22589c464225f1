// What is known of a live block in numbers: kept in the block where they fit, as nearly all do, else in a table beside.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/units.hpp"
#include "traces/live_block.hpp"

namespace arenasim::traces {

struct Figures {
  core::Bytes size;
  std::uint64_t id = 0;     ///< of the block's events
  std::uint64_t birth = 0;  ///< its number among births
};

/// A block holds its size and its birth, where both have 32 bits and its id follows from its birth or its key.
class BlockFigures {
 public:
  /// What ids are; those of a few blocks may be others.
  enum class IdIs : std::uint8_t { birth, key };

  explicit BlockFigures(IdIs id_is) : id_is_(id_is) {}

  [[nodiscard]] std::uint64_t usual_id(std::uint64_t key, std::uint64_t birth) const {
    return id_is_ == IdIs::birth ? birth : key;
  }

  /// Of a block that begins. It is wide where they do not fit.
  void keep(LiveBlock& block, std::uint64_t key, const Figures& figures) {
    if ((figures.size.count() | figures.birth) > kMost || figures.id != usual_id(key, figures.birth)) {
      return keep_beside(block, figures.size, figures.id, figures.birth);
    }
    block.size = static_cast<std::uint32_t>(figures.size.count());
    block.number = static_cast<std::uint32_t>(figures.birth);
  }

  [[nodiscard]] core::Bytes size(const LiveBlock& block) const {
    return block.wide() ? wide_[block.number].size : core::Bytes{block.size};
  }

  /// `key`: of that block.
  [[nodiscard]] Figures of(const LiveBlock& block, std::uint64_t key) const {
    return block.wide() ? wide_[block.number]
                        : Figures{core::Bytes{block.size}, usual_id(key, block.number), block.number};
  }

  /// The block ends.
  void forget(const LiveBlock& block) {
    if (block.wide()) {
      forget_wide(block.number);
    }
  }

 private:
  static constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  void keep_beside(LiveBlock& block, core::Bytes size, std::uint64_t id, std::uint64_t birth);
  void forget_wide(std::uint32_t number);

  IdIs id_is_;
  std::vector<Figures> wide_;  // by the number of the block; of one that is free, the id is the next free one
  std::uint64_t free_ = kNone;
};

}  // namespace arenasim::traces
