// What every allocator policy answers to, and the capabilities it may have besides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fact.hpp"
#include "core/ids.hpp"
#include "core/refusal.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::core {

struct Request {
  AllocationId id;  ///< not held by the allocator now
  Bytes size;
  StreamId stream;
};

/// Where an allocation was placed.
struct Placement {
  std::uint8_t pool = 0;
  Place place;
};

/// One pool as a report shows it.
struct PoolDescription {
  StreamId stream;
  std::uint8_t index = 0;
  std::string_view kind;  ///< tiny, small, arena, outdated, exclusive, persistent, dedicated, or a policy's own
  std::optional<Bytes> page_size;  ///< of a pool whose pages are all of one size
  std::optional<Bytes> max_slice;  ///< the largest request it takes
  std::uint64_t pages_count = 0;
  std::uint64_t pages_peak_count = 0;
  Bytes largest_allocation;  ///< ever served
  std::uint64_t held_count = 0;
  Uint128 held_bytes = 0;  ///< as requested
  Uint128 padding_bytes = 0;
  Uint128 reserved_bytes = 0;  ///< the effective sizes of all slices; on exclusive pages the pages
  Uint128 lost_bytes = 0;      ///< page bytes that no slice describes
};

struct Description {
  std::vector<PoolDescription> pools;  ///< by stream, then as the policy orders them
  std::vector<std::string> notes;      ///< where it differs from its original and it mattered here
};

/// A policy at work on one storage, over every stream. All that it does is told as facts to the log it was made with.
class Allocator {
 public:
  Allocator() = default;
  Allocator(const Allocator&) = delete;
  Allocator& operator=(const Allocator&) = delete;
  virtual ~Allocator() = default;

  /// Serves a request or says why not; a refusal holds nothing for the request.
  [[nodiscard]] virtual Result<Placement> allocate(const Request& request) = 0;

  /// The owner lets go, but work queued on `stream` may still use the memory. Held until `complete_free`.
  virtual void request_free(AllocationId id, StreamId stream);

  /// The memory of a held allocation can be used again.
  virtual void complete_free(AllocationId id, StreamId stream) = 0;

  /// `complete_free` of a held allocation comes soon: time to fetch what it will need. Changes nothing that can be
  /// seen.
  virtual void expect_free(AllocationId id);

  /// Whether that is worth a call now, as much is held: to be asked now and then, not for each free.
  [[nodiscard]] virtual bool gains_from_expecting() const;

  /// Explicit cleanup of what `stream` holds: whatever can go back to the device goes back.
  virtual void cleanup(StreamId stream) = 0;

  /// Recomputes what decisions rest on. Nothing when all is well, else one line that names both values, and a drawing.
  [[nodiscard]] virtual std::optional<std::string> audit() const = 0;

  [[nodiscard]] virtual Description describe() const = 0;

  /// One line for each page, `|held 4 KiB|free 12 KiB|lost 156 B|`, in order of pools.
  [[nodiscard]] virtual std::vector<std::string> draw() const = 0;

  // Capabilities: null where the policy lacks one.
  [[nodiscard]] virtual class Relocates* relocates() { return nullptr; }
  [[nodiscard]] virtual class Records* records() { return nullptr; }
  [[nodiscard]] virtual class Guards* guards() { return nullptr; }
  [[nodiscard]] virtual class Modes* modes() { return nullptr; }
  [[nodiscard]] virtual class Restores* restores() { return nullptr; }
};

/// Can move live allocations.
class Relocates {
 public:
  virtual ~Relocates() = default;
  /// Relocates the memory of `stream`, reason explicit, and nothing else; nothing when nothing is outdated or a stream
  /// records.
  virtual void relocate(StreamId stream) = 0;
  /// What comes before a capture on `stream`: every stream's memory is relocated, reason capture.
  virtual void prepare(StreamId stream) = 0;
};

/// Knows that a stream's calls are being captured.
class Records {
 public:
  virtual ~Records() = default;
  virtual void record(StreamId stream) = 0;
  virtual void seal(StreamId stream) = 0;
  [[nodiscard]] virtual bool recording() const = 0;
};

/// Keeps places from changing. One guard and one binding an allocation; a second does nothing; an allocation not held:
/// nothing. Both outlive the free, so an allocation that is guarded or bound keeps its AllocationId until `released`.
class Guards {
 public:
  virtual ~Guards() = default;
  virtual void guard(AllocationId id) = 0;
  virtual void unguard(AllocationId id) = 0;
  virtual void bind(AllocationId id) = 0;
  virtual void unbind(AllocationId id) = 0;
  /// True when `id` is neither guarded nor bound, so that a freed allocation's number can be used again.
  [[nodiscard]] virtual bool released(AllocationId id) const = 0;
};

enum class AllocationMode : std::uint8_t { auto_, persistent, dedicated };

/// Has windows in which allocations are made differently.
class Modes {
 public:
  virtual ~Modes() = default;
  /// persistent and dedicated open a window on `stream`; auto closes the innermost open one.
  virtual void mode(StreamId stream, AllocationMode mode) = 0;
};

}  // namespace arenasim::core
