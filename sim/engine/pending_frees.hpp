// Frees that were asked for and take effect later, earliest first (spec/timing.md, Frees that come later).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "sim/command.hpp"
#include "sim/engine/blocks.hpp"
#include "sim/engine/instants.hpp"

namespace arenasim::sim::engine {

struct PendingFree {
  Command command;  ///< that asked for it
  std::uint64_t event = 0;
  core::SimTime trace_time;  ///< of that event
  core::AllocationId allocation = core::kNoAllocation;
  core::SimDuration delay{};   ///< of the host behind the trace when it was asked for
  core::SimTime due = kNever;  ///< kNever: not known yet, or never
  std::uint64_t sequence = 0;  ///< of the request
  bool recorded = false;       ///< the trace says when it completes; else the free lag does
  bool open = false;           ///< recorded, and its completion was not met in the trace yet
};

/// A free and when it completes.
struct DueFree {
  core::SimTime time;
  std::uint64_t sequence = 0;
  PendingId pending;
};

/// Pending frees by number, and those whose completion is known in order of (time, sequence).
class PendingFrees {
 public:
  /// `free.sequence` is set here. Aborts when there are no numbers left.
  [[nodiscard]] PendingId add(PendingFree free);

  [[nodiscard]] const PendingFree& at(PendingId pending) const { return frees_[pending.number()]; }

  /// It completes at `due`.
  void schedule(PendingId pending, core::SimTime due);

  /// A recorded one will not be met any more.
  void close(PendingId pending);

  /// No open one will be met any more.
  void close_all();

  /// It took effect.
  void remove(PendingId pending);

  /// Nothing waits.
  [[nodiscard]] bool empty() const { return count_ == 0; }

  /// Recorded ones whose completion is not known yet.
  [[nodiscard]] std::uint64_t open_count() const { return open_count_; }

  /// The smallest delay of an open one: the first one's, since delays never shrink. There must be one.
  [[nodiscard]] core::SimDuration oldest_open_delay();

  /// The earliest of those that the free lag puts off; nothing where there is none.
  [[nodiscard]] std::optional<DueFree> next_lagged() { return next(lagged_); }

  /// The earliest of those whose recorded completion is known.
  [[nodiscard]] std::optional<DueFree> next_recorded() { return next(recorded_); }

  /// The earliest of both.
  [[nodiscard]] std::optional<DueFree> next_of_all();

 private:
  using Heap = std::vector<DueFree>;

  [[nodiscard]] bool lives(const DueFree& due) const;
  [[nodiscard]] std::optional<DueFree> next(Heap& heap);

  std::vector<PendingFree> frees_;
  std::vector<PendingId> vacant_;
  Heap lagged_;
  Heap recorded_;
  std::vector<DueFree> opened_;  // open ones in order of their requests, with some that no longer are
  std::size_t first_opened_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t open_count_ = 0;
  std::uint64_t sequence_ = 0;
};

}  // namespace arenasim::sim::engine
