#include "sim/cli/lifetimes_for.hpp"

#include "sim/lifetimes.hpp"

namespace arenasim::sim::cli {

std::optional<core::Lifetimes> lifetimes_for(const PolicyArgument& policy, const EngineSettings& settings,
                                             const TracePlace& place, const ReplayOptions& options) {
  if (!policy.policy->needs_lifetimes) {
    return std::nullopt;
  }
  require_recorded_lifetimes(policy.policy->name, settings);
  const auto read = [&](traces::EventSink& sink) {
    traces::TraceContents contents;
    place.read(options.trace.reading(), sink, contents);
  };
  return lifetimes_of(read, options.repeat);
}

}  // namespace arenasim::sim::cli
