// What facts count, as against what they leave in memory: device traffic, retries, growths and relocations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/fact.hpp"
#include "sim/observer.hpp"
#include "sim/statistics/memory_state.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::statistics {

/// What the facts of one moment said that only matters as the moment ends.
struct MomentOutcome {
  bool placed = false;
  bool retried = false;
  bool injected = false;  ///< some refusal was a fault that was asked for
  std::optional<core::Refusal> failed;
  std::optional<core::Bytes> refused_page;  ///< what the device refused last
  std::uint64_t pages_given_back = 0;
  std::vector<Relocation> relocations;  ///< that ended

  void clear();
};

class Tally {
 public:
  explicit Tally(std::uint64_t list_limit) : limit_(list_limit) {}

  /// Call after the memory took the fact in.
  void count(const core::Fact& fact, const Moment& moment, const MemoryState& memory) {
    outcome_.placed |= fact.kind == core::FactKind::placed;
    if (is_rare(fact.kind)) {
      rare_ = true;
      count_rare(fact, moment, memory);
    }
  }

  /// The moment is over: what its relocations cost is known now. Clears the outcome.
  void end_moment(std::span<const Stall> stalls) {
    outcome_.placed = false;
    if (rare_) {
      end_rare_moment(stalls);
    }
  }

  [[nodiscard]] const MomentOutcome& outcome() const { return outcome_; }
  [[nodiscard]] Counters& counters() { return counters_; }
  [[nodiscard]] const Counters& counters() const { return counters_; }

  /// Puts lists and distributions where they belong.
  void finish(Results& results);

 private:
  /// Counted, and in few moments.
  [[nodiscard]] static bool is_rare(core::FactKind kind) {
    constexpr auto bit = [](core::FactKind of) { return std::uint64_t{1} << static_cast<unsigned>(of); };
    constexpr std::uint64_t usual = bit(core::FactKind::range_appeared) | bit(core::FactKind::range_vanished) |
                                    bit(core::FactKind::range_changed) | bit(core::FactKind::lost_changed) |
                                    bit(core::FactKind::placed) | bit(core::FactKind::freed);
    return (bit(kind) & usual) == 0;
  }

  void end_rare_moment(std::span<const Stall> stalls);
  void count_rare(const core::Fact& fact, const Moment& moment, const MemoryState& memory);
  void count_grant(const core::Fact& fact);
  void count_growth(const core::Fact& fact, const Moment& moment, const MemoryState& memory);
  void begin_relocation(const core::Fact& fact, const Moment& moment);
  void end_relocation(const core::Fact& fact);

  std::uint64_t limit_;
  Counters counters_;
  MomentOutcome outcome_;
  bool rare_ = false;      // a fact of this moment said more than that something was placed or freed
  Relocation relocation_;  // the one in progress
  CutList<Growth> growths_;
  CutList<Relocation> relocations_;
  Histogram page_bytes_;
  Histogram move_bytes_;
};

}  // namespace arenasim::sim::statistics
