// How statistics, printing, series and verification watch a replay: what was commanded, and the facts that came of it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fact.hpp"
#include "core/fact_log.hpp"
#include "core/sim_time.hpp"
#include "sim/command.hpp"

namespace arenasim::sim {

/// Why the host waited or was charged (spec/timing.md).
enum class StallCause : std::uint8_t { grant, refuse, release, copy, wait, pending };

inline constexpr std::array kStallCauses{StallCause::grant, StallCause::refuse, StallCause::release,
                                         StallCause::copy,  StallCause::wait,   StallCause::pending};

/// What one moment cost the host, by cause; only of moments and causes that cost something. In recorded timing nothing
/// moves, but the costs are told just the same.
struct Stall {
  std::uint32_t moment = 0;  ///< of the batch; stalls come in order of moments
  StallCause cause{};
  core::SimDuration cost{};
};

/// What became of a free.
enum class FreeStep : std::uint8_t {
  none,       ///< not a free, or of an id that is not held
  at_once,    ///< it took effect here; nothing was pending
  requested,  ///< it takes effect later: from here its bytes are pending
  completed,  ///< a pending free took effect here
  passed,     ///< its effect came earlier, in a moment of its own (closed timing)
};

/// One thing that was done, and which facts it made. Frees that were put off come as moments of their own, when they
/// take effect. It goes from one processor's cache to another's, so it is one line of it.
struct alignas(64) Moment {
  std::uint64_t event = 0;     ///< the number of the trace event it belongs to, over the imported sequence
  std::uint64_t id = 0;        ///< the trace's own, where the command has one; of the faults and advance their count
  core::Bytes size{};          ///< of the allocation, for its free too
  core::SimTime trace_time{};  ///< of the event it belongs to
  core::SimTime host_time{};   ///< after it, in closed timing; in recorded timing the trace's own
  core::StreamId stream{};
  core::AllocationId allocation = core::kNoAllocation;  ///< of an alloc, served or not, and of frees of what is held
  traces::Tag tag{};
  std::uint32_t first_fact = 0;  ///< of the batch
  std::uint32_t last_fact = 0;   ///< one past
  CommandKind kind{};
  core::AllocationMode mode{};
  FreeStep step = FreeStep::none;
  bool absent : 1 = false;       ///< a free of an id that is not held
  bool counted : 1 = false;      ///< a moment of the statistics (spec/report.md)
  bool comes_again : 1 = false;  ///< an alloc that was not served and waits for pending frees (`--on-full wait`): not
                                 ///< a failure yet, it comes again as another moment
};
static_assert(sizeof(Moment) == 64);

/// What happened since the last batch. Facts between two moments (a policy that reserves before the first) belong to
/// neither.
struct Batch {
  std::span<const Moment> moments;
  std::span<const core::Fact> facts;
  std::span<const Stall> stalls;

  [[nodiscard]] std::span<const core::Fact> facts_of(const Moment& moment) const {
    return facts.subspan(moment.first_fact, moment.last_fact - moment.first_fact);
  }
};

/// A batch with what it lies in.
struct OwnedBatch {
  std::vector<Moment> moments;  ///< longer than what it holds, as a row of facts is
  std::size_t moments_count = 0;
  core::FactRow facts;
  std::vector<Stall> stalls;

  [[nodiscard]] Batch view() const {
    return {.moments = std::span{moments}.first(moments_count),
            .facts = std::span{facts.facts}.first(facts.count),
            .stalls = stalls};
  }
};

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// What it needs to see; the log keeps the most that any observer asks for.
  [[nodiscard]] virtual core::FactDetail detail() const = 0;

  /// True when it must see each moment before the next one begins: batches of one, for all observers.
  [[nodiscard]] virtual bool at_once() const { return false; }

  /// One call a batch, in order. A batch ends at the latest with a `report`, `audit` or `tick`, so that the allocator
  /// is as that moment left it.
  virtual void observe(const Batch& batch) = 0;

  /// Called instead where nobody else needs the batch: one that keeps it puts another one in its place, which was used
  /// or is empty.
  virtual void receive(OwnedBatch& batch) { observe(batch.view()); }
};

}  // namespace arenasim::sim
