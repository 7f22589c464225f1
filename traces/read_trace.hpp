// From a file's name to events: open, unwrap, tell the format, read.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "traces/event_sink.hpp"
#include "traces/import.hpp"
#include "traces/read_options.hpp"
#include "traces/recorded.hpp"
#include "traces/source.hpp"
#include "traces/string_table.hpp"

namespace arenasim::traces {

/// What `--format NAME:key=value` says.
struct FormatChoice {
  std::string name;
  std::map<std::string, std::string> options;
};

/// What there is to a trace besides its events.
struct TraceContents {
  Import import;
  StringTable strings;  ///< holds the tag of every event that has been passed on
  Recorded recorded;
  std::string sha256;  ///< of the file's bytes, in hex
};

/// Reads a trace; `path` may be `-`, standard input. Without a `format` its content tells. Throws InputError with the
/// file set; `contents` then holds what was read so far. A sink that throws StopReading ends the reading without an
/// error, and the counts of `contents.import` are those up to there. A `format` that is not in the table, or an option
/// that the format does not have, is an InputError too (`unknown_format`, `bad_value`): check them before.
void read_trace(const std::string& path, const std::optional<FormatChoice>& format, const ReadOptions& options,
                EventSink& sink, TraceContents& contents);

/// The same for bytes that are no file: containers, format, events. Sets neither `import.file` nor `sha256`, and errors
/// have no file. StopReading passes through.
void read_source(Source& bytes, const std::optional<FormatChoice>& format, const ReadOptions& options, EventSink& sink,
                 TraceContents& contents);

}  // namespace arenasim::traces
