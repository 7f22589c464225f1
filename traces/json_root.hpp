// Telling JSON documents apart by their root (spec/formats.md 0.2). A root key may lie far into a file, behind a large
// array, so root keys are scanned up to the one that tells.
#pragma once

#include <cstdint>

namespace arenasim::traces {

struct Glimpse;

enum class JsonRoot : std::uint8_t {
  none,                   ///< no JSON document, or one that is no trace
  trace_events,           ///< an object with `traceEvents`
  array_of_trace_events,  ///< an array of objects, the first of which has `ph`
  problem,                ///< an object with `problem`
  array_of_arrays,
};

/// Scans once and remembers. Throws InputError `limit` for brackets too deep and what the source throws; a document
/// that breaks before its root tells is none.
[[nodiscard]] JsonRoot json_root(const Glimpse& start);

}  // namespace arenasim::traces
