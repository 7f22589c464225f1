// The capability to be put where a recording was: a policy that has it can be followed beside the recording of its
// original, choice by choice.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/allocator.hpp"
#include "core/ids.hpp"
#include "core/refusal.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// What a policy would do with a request at first, before it gives anything back.
struct Choice {
  enum class Kind : std::uint8_t {
    refused,      ///< no page could ever hold it
    free_range,   ///< at `place`
    new_page,     ///< of `bytes`; `place` means nothing
    longer_page,  ///< at `place`, on a page that grows by `bytes` at its end
  };
  Kind kind = Kind::refused;
  Place place;
  Bytes bytes;
};

/// A page as a recorded allocator had it.
struct RestoredPage {
  Bytes size;
  StreamId stream;
  std::uint64_t address = 0;  ///< decides ties among pages
  std::string_view kind;      ///< of the pool it belongs to, as `describe` names pools
  bool expandable = false;
};

class Restores {
 public:
  virtual ~Restores() = default;

  /// The least that a request of that size holds, or nothing where no page could ever hold it.
  [[nodiscard]] virtual std::optional<Bytes> least_block(Bytes request) const = 0;

  /// Changes nothing that a later choice depends on.
  [[nodiscard]] virtual Choice choose(const Request& request) = 0;

  /// A page that is free as a whole. Refused as the device refuses, and where the policy has no pool of that kind.
  [[nodiscard]] virtual Result<PageId> restore_page(const RestoredPage& page) = 0;

  /// A restored page, longer at its end. False, and nothing changes, where the device refuses.
  [[nodiscard]] virtual bool lengthen_page(PageId page, Bytes by) = 0;

  /// A restored page, shorter at its end, not by all of it. False, and nothing changes, where what would go is not
  /// free.
  [[nodiscard]] virtual bool shorten_page(PageId page, Bytes by) = 0;

  /// Gives a restored page back. False, and nothing changes, where something on it is held.
  [[nodiscard]] virtual bool drop_page(PageId page) = 0;

  /// Serves a request at a place on a restored page, whatever the policy would choose. It holds `block` bytes, or,
  /// where they are not given, what the policy would let it hold there. False, and nothing changes, where no free range
  /// holds all that.
  [[nodiscard]] virtual bool place_at(const Request& request, Place place, std::optional<Bytes> block) = 0;

  /// A held allocation takes in the first `by` bytes of the free range behind it: it was longer than one knew. False,
  /// and nothing changes, where the range is shorter.
  [[nodiscard]] virtual bool lengthen_block(AllocationId id, Bytes by) = 0;
};

}  // namespace arenasim::core
