// Which trace, and how it is to be read: the same for every command that takes one.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/cli/spooled_input.hpp"
#include "sim/report/report_input.hpp"
#include "traces/read_options.hpp"
#include "traces/read_trace.hpp"

namespace CLI {
class App;
}

namespace arenasim::sim::cli {

/// A trace that can be read, more than once where it is a file or was kept.
class TracePlace {
 public:
  TracePlace(std::string path, std::optional<traces::FormatChoice> format)
      : path_(std::move(path)), format_(std::move(format)) {}

  /// Must be called before the first of several readings: keeps standard input in a file.
  void read_more_than_once();

  /// As traces::read_trace.
  void read(const traces::ReadOptions& options, traces::EventSink& sink, traces::TraceContents& contents) const;

  /// The same through a cache beside the file (cli::read_cached); standard input has none.
  void read_cached(const traces::ReadOptions& options, traces::EventSink& sink, traces::TraceContents& contents,
                   std::ostream& notes) const;

  [[nodiscard]] const std::string& path() const { return path_; }

  /// The base name, and the format where one was named behind it.
  [[nodiscard]] std::string label() const;

 private:
  std::string path_;
  std::optional<traces::FormatChoice> format_;
  std::unique_ptr<SpooledInput> kept_;
};

/// `NAME` or `NAME:key=value,…`, checked against the table of formats. Throws UsageError.
[[nodiscard]] traces::FormatChoice parse_format(std::string_view text);

class TraceOptions {
 public:
  /// The positional `trace`, `--format`, `--device` and what else reading takes.
  void describe(CLI::App& app);

  /// The same with any number of traces, at least one.
  void describe_many(CLI::App& app);

  /// The path, with the format that `TRACE::format` or `--format` names. Throws UsageError.
  [[nodiscard]] TracePlace place() const;

  /// Every trace of `describe_many`, in the order given. Throws UsageError, for two of one label too.
  [[nodiscard]] std::vector<TracePlace> places() const;

  [[nodiscard]] const traces::ReadOptions& reading() const { return reading_; }

  /// What was asked for that is not the default, as a report lists it.
  [[nodiscard]] report::Settings not_default() const;

 private:
  void describe_reading(CLI::App& app);
  [[nodiscard]] TracePlace place_of(const std::string& argument) const;

  std::string path_;
  std::vector<std::string> paths_;
  std::optional<std::string> format_;
  std::string device_;
  traces::ReadOptions reading_;
};

}  // namespace arenasim::sim::cli
