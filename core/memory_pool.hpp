// A pool of a stream's memory: asked for room first, then for a page.
#pragma once

#include <cstdint>

#include "core/pool.hpp"

namespace arenasim::core {

/// A cleanup that a server makes by itself before a reservation, or one that somebody asked for.
enum class Cleanup : std::uint8_t { periodic, explicit_ };

class MemoryPool : public Pool {
 public:
  using Pool::Pool;

  /// True when a request of `size` may come here at all.
  [[nodiscard]] virtual bool accepts(Bytes size) const = 0;

  /// Serves from pages held: the slice, not yet owned by anybody; kNoSlot when there is no room.
  [[nodiscard]] virtual SliceSlot reserve_in_room(Bytes size) = 0;

  /// Asks the device for a page and serves from it. A refusal changes nothing.
  [[nodiscard]] virtual Reserved add_page(Bytes size) = 0;

  /// Gives back what its rule says. `reservations` are the memory's so far.
  virtual void cleanup(Cleanup cleanup, std::uint64_t reservations) = 0;
};

}  // namespace arenasim::core
