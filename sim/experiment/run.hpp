// One replay of a trace that is in memory: a policy, a device, settings in; every metric out. Many of them may run at
// the same time over one trace.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/backends.hpp"
#include "backends/faults.hpp"
#include "core/options.hpp"
#include "core/policies/policy.hpp"
#include "sim/engine_settings.hpp"
#include "sim/report/metric.hpp"
#include "sim/verification.hpp"
#include "traces/event_sink.hpp"
#include "traces/parsed_trace.hpp"

namespace arenasim::sim::experiment {

/// Under what a trace is replayed. The rows of tables outlive it.
struct Setup {
  const core::Policy* policy = nullptr;
  core::Options options;
  std::string label;  ///< the policy as somebody named it, options and all: `arena:min-page=8MiB`
  const backends::Backend* backend = nullptr;
  backends::DeviceRequest device;
  std::function<void(backends::Faults&)> arm;  ///< asks for faults; may be empty
  report::Settings faults;                     ///< what it asks for, as a report lists it
  Verify verify = Verify::none;                ///< on devices that hold bytes
  EngineSettings engine;
  std::string cost_model = "free";
  std::uint64_t repeat = 1;
  bool statistics_aside = false;     ///< on a thread beside the replay; the outcome is the same
  std::vector<std::string> notes{};  ///< what to know about the options, for the outcome's notes
};

struct Outcome {
  std::vector<report::MetricValue> metrics;  ///< beside report::metrics()
  core::Limits limits;                       ///< of the device that the policy saw
  std::string first_failure;                 ///< in a sentence; empty where every request was served
  std::vector<std::string> notes;            ///< where the policy differs from its original and it mattered here
};

/// A policy that cannot be made of its options.
class BadSetup : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sends a trace's events to a sink.
using Feed = std::function<void(traces::EventSink&)>;

/// Replays. `contents` is the trace's own. Throws BadSetup, MissingCapability, AuditFailure, backends::DeviceError.
/// Equal setups and events make equal outcomes, on any thread.
[[nodiscard]] Outcome run(const Setup& setup, const Feed& feed, const traces::TraceContents& contents);

/// The same for a whole trace.
[[nodiscard]] Outcome run(const Setup& setup, const traces::ParsedTrace& trace);

}  // namespace arenasim::sim::experiment
