// The capacity that a command line asks for, in bytes: a multiple of a trace's peak is known once the trace was read.
#pragma once

#include <optional>

#include "core/units.hpp"
#include "sim/cli/device_options.hpp"
#include "sim/cli/trace_options.hpp"

namespace arenasim::sim::cli {

/// True where the trace is read for its peak before it is replayed.
[[nodiscard]] bool capacity_needs_the_peak(const DeviceOptions& options);

/// Nothing where none is asked for. Reads the trace where its peak is needed. Throws UsageError, traces::InputError.
[[nodiscard]] std::optional<core::Bytes> capacity_in_bytes(const DeviceOptions& options, const TracePlace& place,
                                                           const traces::ReadOptions& reading);

}  // namespace arenasim::sim::cli
