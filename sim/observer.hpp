// How statistics, printing, series and verification watch a replay: what was commanded, and the facts that came of it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/fact.hpp"
#include "core/fact_log.hpp"
#include "core/sim_time.hpp"
#include "sim/command.hpp"

namespace arenasim::sim {

/// One thing that was done, and which facts it made. Frees that were put off come as moments of their own, when they
/// take effect.
struct Moment {
  std::uint64_t event = 0;  ///< the number of the trace event it belongs to, over the imported sequence
  std::uint64_t id = 0;     ///< the trace's own, where the command has one
  core::Bytes size;         ///< of the allocation, for its free too
  core::SimTime trace_time;
  core::SimTime host_time;  ///< after it, in closed timing; the trace's own in recorded timing
  core::StreamId stream;
  core::AllocationId allocation = core::kNoAllocation;
  traces::Tag tag;
  CommandKind kind{};
  bool absent = false;           ///< a free of an id that is not held
  bool counted = false;          ///< a moment of the statistics (spec/report.md)
  std::uint32_t first_fact = 0;  ///< of the batch
  std::uint32_t last_fact = 0;   ///< one past
};

/// Why the host waited or was charged (spec/timing.md).
enum class StallCause : std::uint8_t { grant, refuse, release, copy, wait, pending };

inline constexpr std::array kStallCauses{StallCause::grant, StallCause::refuse, StallCause::release,
                                         StallCause::copy,  StallCause::wait,   StallCause::pending};

/// What one moment cost the host, by cause; only of moments and causes that cost something.
struct Stall {
  std::uint32_t moment = 0;  ///< of the batch; stalls come in order of moments
  StallCause cause{};
  core::SimDuration cost{};
};

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

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// What it needs to see; the log keeps the most that any observer asks for.
  [[nodiscard]] virtual core::FactDetail detail() const = 0;

  /// One call a batch, in order.
  virtual void observe(const Batch& batch) = 0;
};

}  // namespace arenasim::sim
