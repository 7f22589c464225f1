// Moving live allocations off outdated pages so that those pages go back: planned, copied, committed, in that order
// (spec/arena.md, Relocation). Only what was copied can be committed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/arena.hpp"
#include "core/fact.hpp"
#include "core/space.hpp"

namespace arenasim::core {

/// Which pages a relocation empties first.
enum class EvictionOrder : std::uint8_t {
  cheapest,  ///< fewest live bytes
  emptiest,  ///< smallest share of live bytes
  oldest,    ///< granted first
};

struct RelocationRules {
  EvictionOrder order = EvictionOrder::cheapest;
  std::optional<Bytes> budget;  ///< the most bytes one relocation copies
};

/// One allocation and where it is to go.
struct Move {
  SliceSlot source;
  SliceSlot target;
};

/// What happens to a relocation that could not be copied.
enum class Abandonment : std::uint8_t {
  refused,  ///< a copy was refused: targets are free again
  unknown,  ///< the wait failed: sources and targets stay held for good
};

/// What a committed relocation did.
struct Moved {
  std::uint64_t moves_count = 0;
  Bytes moved;
  std::uint64_t pages_freed_count = 0;
  Bytes freed;
};

/// Copies that have landed: the next and only step is to commit them.
class Landed {
 public:
  /// Each owner now finds its allocation at its target; the source slices are free; outdated pages that emptied go
  /// back.
  Moved commit(Space& space, Arena& arena) &&;

 private:
  friend class Relocation;
  explicit Landed(std::vector<Move> moves) : moves_(std::move(moves)) {}

  std::vector<Move> moves_;
};

/// Moves that have their targets reserved.
class Relocation {
 public:
  /// Looks for targets in room held by the current pool; with `may_add` in new pages too. A page whose allocations do
  /// not all find a place is left out.
  [[nodiscard]] static Relocation plan(Space& space, Arena& arena, bool may_add, const RelocationRules& rules);

  [[nodiscard]] bool empty() const { return moves_.empty(); }

  /// Copies everything between two waits. When that fails the targets are given up as the reason says.
  [[nodiscard]] tl::expected<Landed, Abandonment> copy(Space& space) &&;

 private:
  explicit Relocation(std::vector<Move> moves) : moves_(std::move(moves)) {}

  std::vector<Move> moves_;
};

}  // namespace arenasim::core
