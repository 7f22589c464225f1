// What happened, as small values in order: the only thing observers of an allocator see.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/ids.hpp"
#include "core/refusal.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::core {

enum class FactKind : std::uint8_t {
  mapped,       ///< pool, page, bytes: the device granted a page; no range of it has appeared yet
  map_refused,  ///< bytes; `flag` when the refusal was injected
  unmapped,     ///< pool, page, bytes: a page went back; its free ranges have vanished, its lost bytes go with it
  resized,      ///< page, bytes (its new size): an expandable page grew or shrank at its end
  placed,   ///< allocation, pool, page, offset, bytes (as requested), extra (padding, or what the slice holds besides)
  failed,   ///< allocation, reason, bytes (as requested)
  freed,    ///< allocation, page, offset, bytes, extra (padding): its slice is free now; `flag` when its owner had let
            ///< go before (`let_go` was told)
  let_go,   ///< allocation, bytes: its owner let go, but the slice stays held (bound, guarded or stuck)
  retried,  ///< reason: the first try failed so, one more follows
  grown,    ///< pool (now current), reason (the pool it leaves behind, as `pool` counts), bytes (new page size), offset
            ///< (page size before), extra (the request): the arena changed its page size; told once the page is mapped
  relocation_asked,    ///< reason (RelocationReason)
  relocation_blocked,  ///< page, `flag`: an outdated page with live slices that the relocation had to leave, because
                       ///< something on it is bound (flag) or the page is guarded
  device_waited,       ///< before the first copy of a relocation
  copied,              ///< page, offset, other_page, other_offset, bytes
  copy_refused,        ///< `flag` when injected
  copies_waited,       ///< after the last copy
  wait_failed,         ///< the wait for the copies failed, `flag` when injected
  moved,  ///< allocation, page, offset, other_page, other_offset, bytes: a committed copy; its owner finds it at
          ///< `other`
  relocation_ended,  ///< reason (RelocationOutcome), bytes moved, extra (bytes of pages given back), offset (how many
                     ///< moves), other_offset (how many pages given back)
  cleanup_refused,   ///< an explicit cleanup while a stream records
  // Only for a log whose reader asks for ranges. A range is a run of free bytes that holds no byte of a held slice,
  // padding included; on a guarded page too. On a page that holds one allocation at a time it is the whole page.
  range_appeared,  ///< page, offset, bytes: a free range is there
  range_vanished,  ///< page, offset, bytes: it no longer is
  range_changed,   ///< page, offset, bytes: a free range is there; other_offset, extra (its bytes): where it was before
  lost_changed,    ///< page, bytes lost on it now (bytes that no slice describes)
};

/// Why a relocation was asked for (spec/arena.md).
enum class RelocationReason : std::uint8_t { explicit_, memory_pressure, arena_full, capture };

/// How a relocation ended.
enum class RelocationOutcome : std::uint8_t { moved, nothing, abandoned };

/// One fact. Which fields mean something is said beside its kind; the others are 0. It goes from one processor's cache
/// to another's, so it is one line of it.
struct alignas(64) Fact {
  FactKind kind{};
  std::uint8_t reason = 0;  ///< a Refusal, RelocationReason or RelocationOutcome, by kind
  std::uint8_t pool = 0;    ///< the pool index that golden files print
  bool flag = false;
  AllocationId allocation = kNoAllocation;
  StreamId stream{};  ///< whose memory it happened in
  PageId page{};
  Bytes offset{};
  PageId other_page{};
  Bytes other_offset{};
  Bytes bytes{};
  Bytes extra{};
};
static_assert(sizeof(Fact) == 64);
static_assert(std::is_trivially_copyable_v<Fact>, "facts are appended and read in batches, as bytes");

}  // namespace arenasim::core
