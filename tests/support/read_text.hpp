// Reads a trace that a test holds as text.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/piecewise_source.hpp"
#include "traces/event_sink.hpp"
#include "traces/input_error.hpp"
#include "traces/read_trace.hpp"

namespace arenasim::tests {

class CollectingSink : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> some) override { events.insert(events.end(), some.begin(), some.end()); }

  std::vector<traces::Event> events;
};

struct ReadText {
  std::vector<traces::Event> events;
  traces::TraceContents contents;

  [[nodiscard]] std::string tag(std::size_t event) const {
    return std::string{contents.strings.text(events.at(event).tag)};
  }
  [[nodiscard]] std::uint64_t count(traces::EventKind kind) const {
    return contents.import.events.at(static_cast<std::size_t>(kind));
  }
};

/// Reads `text` in pieces of that many bytes; without a format its content tells. Throws InputError.
inline ReadText read_text(std::string text, const std::string& format = {}, const traces::ReadOptions& options = {},
                          std::size_t piece = 1U << 20U) {
  PiecewiseSource source{std::move(text), piece};
  CollectingSink sink;
  ReadText result;
  const auto choice =
      format.empty() ? std::nullopt : std::optional{traces::FormatChoice{format, options.format_options}};
  traces::read_source(source, choice, options, sink, result.contents);
  result.events = std::move(sink.events);
  return result;
}

/// The error of reading `text`. Nothing where it can be read.
inline std::optional<traces::InputError> error_of(std::string text, const std::string& format = {},
                                                  const traces::ReadOptions& options = {}) {
  try {
    static_cast<void>(read_text(std::move(text), format, options));
  } catch (const traces::InputError& error) {
    return error;
  }
  return std::nullopt;
}

/// Where an error is: `:LINE:COL`, `:LINE`, `@OFFSET`, `@OFFSET PATH`, ` row N`, or nothing.
inline std::string place_of(const traces::InputError& error) {
  const std::string message = error.what();
  return message.substr(5, message.find(": ") - 5);  // behind "input"
}

inline traces::ReadOptions lenient() {
  traces::ReadOptions options;
  options.lenient = true;
  return options;
}

}  // namespace arenasim::tests
