// Which bytes are in use at which times, asked for the lowest room that is free over a whole window: a segment tree
// over time whose nodes keep unions of byte ranges, so that neither placing nor asking looks at every buffer that lives
// then.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/packing/range_set.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// Times from `begin` up to but not `end`, which is behind it.
struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Occupancy {
 public:
  /// Over the times 0 to `times` - 1, nothing in use.
  explicit Occupancy(std::size_t times);

  /// The lowest offset where `size` bytes, at least one, are free over the whole window; nothing where they would pass
  /// 2^64 - 1.
  [[nodiscard]] std::optional<Bytes> lowest_room(Window window, Bytes size) const;

  /// Uses the `size` bytes, at least one, at `offset` over the window.
  void occupy(Window window, Bytes offset, Bytes size);

 private:
  struct Node {
    RangeSet always;     ///< in use over all of the node's times, by what covers no larger node
    RangeSet sometimes;  ///< in use at some of them, as far as it is not `always` in use in a node above
  };

  template <class Visit>
  void visit_whole_nodes(Window window, const Visit& visit) const;
  template <class Visit>
  void visit_ends(Window window, const Visit& visit) const;

  std::size_t leaves_;
  std::vector<Node> nodes_;  // the root is 1, the children of n are 2n and 2n + 1
};

}  // namespace arenasim::core
