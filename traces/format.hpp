// One row of the formats table: what it is called, how it is told by content, and how it is read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"
#include "traces/intake.hpp"
#include "traces/json_root.hpp"
#include "traces/peekable.hpp"
#include "traces/recorded.hpp"
#include "traces/source.hpp"

namespace arenasim::traces {

/// What a format knows of an allocation.
struct Knows {
  bool time = false;
  bool streams = false;
  bool devices = false;
  bool addresses = false;
  bool two_step_frees = false;
};

/// What a reader is given besides the bytes.
struct Reading {
  Source& source;  ///< unwrapped, from the first byte
  const ReadOptions& options;
  EventSink& sink;
  StringTable& strings;
  Import& import;
  Recorded& recorded;                   ///< ground truth kept beside the events
  const core::Options& format_options;  ///< every option of the format, given or the default
};

/// The start of an unwrapped file, for telling formats apart.
struct Glimpse {
  std::string_view bytes;  ///< the first 64 KiB, or all of it
  bool whole = false;      ///< there is no more
  /// For tests that must look further: `peek` gives more, and invalidates `bytes`; `ahead` gives all. May be null.
  Peekable* source = nullptr;
  mutable std::optional<JsonRoot> json_root;  ///< see json_root(): found once, asked for by several formats
};

struct Format {
  std::string_view name;  ///< as `--format` takes it
  std::string_view sentence;
  Knows knows;
  std::span<const core::OptionSpec> options;  ///< as `--format NAME:key=value` takes them
  /// True where the content is this format's, judged by what can be seen at the start. Formats are asked in the order
  /// of the table. Null: never by content, only by name.
  bool (*sniff)(const Glimpse& start);
  void (*read)(const Reading& reading);
};

}  // namespace arenasim::traces
