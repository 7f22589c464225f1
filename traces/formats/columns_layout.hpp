// What the options of `--format columns:…` say: where each part of an event stands in a row (spec/formats.md 13).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "core/options.hpp"
#include "traces/event.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::traces {

using FormatOptions = std::map<std::string, std::string>;

/// How a row says what it is.
enum class RowMeaning : std::uint8_t {
  event_word,   ///< by a word
  signed_size,  ///< a negative size is a free
  interval,     ///< a row is a life, from its time to its end
  toggle,       ///< the first sight of an id allocates, the next frees
};

/// How the file is cut into fields; known before its first line is read.
struct ColumnsShape {
  char delimiter = ',';
  bool quotes = true;
  bool header = false;

  explicit ColumnsShape(const FormatOptions& options);
};

/// Fields counted from 0.
struct ColumnsLayout {
  std::size_t id = 0;
  std::size_t size = 0;
  std::optional<std::size_t> time;
  std::optional<std::size_t> event;
  std::optional<std::size_t> stream;
  std::optional<std::size_t> tag;
  std::optional<std::size_t> device;
  std::optional<std::size_t> end;
  std::size_t field_count = 0;
  RowMeaning meaning = RowMeaning::event_word;
  std::string time_unit;
  std::uint64_t time_unit_ns = 1;
  std::map<std::string, EventKind, std::less<>> words;

  /// `first` is the header, or the first row where there is none. Throws `missing_field` where an option or a column
  /// that is needed is absent, `bad_value` for an option that means nothing.
  ColumnsLayout(const FormatOptions& options, const RecordReader& first, bool header);
};

[[nodiscard]] std::span<const core::OptionSpec> columns_options();

}  // namespace arenasim::traces
