// `--cache`: a converted trace kept beside the original and read instead of it the next time.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "traces/read_options.hpp"
#include "traces/read_trace.hpp"

namespace arenasim::sim::cli {

/// As traces::read_trace, but the first time the events are written, too: in the native binary, to `PATH.SHA256.arsm`,
/// named by the bytes of the original and, where it was not read as usual, by how. The next time they are read from
/// there. A cache whose sums do not match is told in `notes` and made anew; so is one that cannot be written told, and
/// done without. A cache holds events alone: read from it, the import is that of the native binary, with the name and
/// hash of the original and the counter `from_cache`, and there is no ground truth.
void read_cached(const std::string& path, const std::optional<traces::FormatChoice>& format,
                 const traces::ReadOptions& options, traces::EventSink& sink, traces::TraceContents& contents,
                 std::ostream& notes);

}  // namespace arenasim::sim::cli
