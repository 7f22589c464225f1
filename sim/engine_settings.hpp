// How a replay is to run, and what it throws when it cannot (spec/timing.md, spec/cli.md).
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

#include "core/sim_time.hpp"
#include "sim/cost_model.hpp"

namespace arenasim::sim {

enum class Timing : std::uint8_t {
  recorded,  ///< each event happens when the trace says; costs are summed
  closed,    ///< the host waits for what it causes; everything later moves back
};

/// `--free-lag`: when a plain free takes effect.
struct FreeAtOnce {};
struct FreeBehindStream {};  ///< when the event's stream has passed it
using FreeLag = std::variant<FreeAtOnce, FreeBehindStream, core::SimDuration>;

enum class OnFull : std::uint8_t {
  fail,  ///< a reservation that fails, fails
  wait,  ///< the host waits for pending frees and reserves again
};

enum class StreamUse : std::uint8_t {
  own,     ///< the policy sees the trace's streams
  shared,  ///< everything is on stream 0
};

struct EngineSettings {
  std::string policy = "the policy";  ///< its name, for messages
  Timing timing = Timing::recorded;
  CostModel cost_model;
  core::SimDuration lag{};  ///< how far the device trails the host
  FreeLag free_lag = FreeAtOnce{};
  OnFull on_full = OnFull::fail;
  StreamUse streams = StreamUse::own;
  std::optional<core::SimDuration> cleanup_every;  ///< at least 1 ns; the first one so long after the first event
  std::optional<core::SimDuration> sample_every;   ///< at least 1 ns; the first one so long after the first event
  bool audit = false;                              ///< after every event
  std::optional<std::uint64_t> stop_after;         ///< the number of the last event to do
};

/// A command, or a setting of the replay, needs what the policy cannot do: a usage error that names both.
class MissingCapability : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The allocator contradicts itself: a broken invariant. `what()` is its finding, with the event and a drawing.
class AuditFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An alloc of an id that is held: bad input, by whoever numbers the commands.
class LiveBlock : public std::runtime_error {
 public:
  LiveBlock(std::uint64_t event, std::uint64_t id);

  [[nodiscard]] std::uint64_t event() const { return event_; }

 private:
  std::uint64_t event_;
};

}  // namespace arenasim::sim
