#include "sim/cli/trace_options.hpp"

#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "sim/cli/failures.hpp"
#include "sim/cli/plugin_argument.hpp"
#include "sim/cli/trace_cache.hpp"
#include "sim/cli/values.hpp"
#include "traces/formats.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::array<std::pair<std::string_view, traces::ReallocOrder>, 2> kReallocOrders{
    {{"free-first", traces::ReallocOrder::free_first}, {"copy", traces::ReallocOrder::copy}}};

std::optional<std::int32_t> parse_int32(std::string_view text) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

/// `all`, `N` or `TYPE:ID`.
std::optional<traces::DeviceSelection> parse_device(std::string_view text) {
  if (text == "all") {
    return traces::AllDevices{};
  }
  traces::DeviceChoice choice;
  if (const auto colon = text.find(':'); colon != std::string_view::npos) {
    choice.type = parse_int32(text.substr(0, colon));
    text.remove_prefix(choice.type ? colon + 1 : 0);
  }
  const auto id = parse_int32(text);
  if (!id) {
    return std::nullopt;
  }
  choice.device = traces::DeviceId{*id};
  return choice;
}

/// The name a format argument begins with, for telling `TRACE::format` from a path that holds `::`.
bool names_a_format(std::string_view text) {
  return traces::find_format(split_plugin(text).name) != nullptr;
}

}  // namespace

traces::FormatChoice parse_format(std::string_view text) {
  const PluginArgument argument = split_plugin(text);
  const traces::Format& format = find_row(traces::formats(), argument.name, "format");
  static_cast<void>(parse_row_options(format, argument.options, "format"));
  traces::FormatChoice choice{.name = std::string{format.name}, .options = {}};
  const auto pairs = core::split_options(argument.options, format.options).value();
  for (const auto& [key, value] : pairs) {
    choice.options.emplace(key, value);
  }
  return choice;
}

void TracePlace::read_more_than_once() {
  if (path_ == "-" && !kept_) {
    kept_ = std::make_unique<SpooledInput>();
  }
}

void TracePlace::read(const traces::ReadOptions& options, traces::EventSink& sink,
                      traces::TraceContents& contents) const {
  if (!kept_) {
    traces::read_trace(path_, format_, options, sink, contents);
    return;
  }
  try {
    traces::read_trace(kept_->path(), format_, options, sink, contents);
    contents.import.file = path_;
  } catch (traces::InputError& error) {
    error.set_file(path_);
    throw;
  }
}

void TracePlace::read_cached(const traces::ReadOptions& options, traces::EventSink& sink,
                             traces::TraceContents& contents, std::ostream& notes) const {
  if (kept_) {
    read(options, sink, contents);
  } else {
    cli::read_cached(path_, format_, options, sink, contents, notes);
  }
}

std::string TracePlace::label() const {
  std::string label = path_ == "-" ? path_ : std::filesystem::path{path_}.filename().string();
  if (format_) {
    label += "::" + format_->name;
    char before = ':';
    for (const auto& [key, value] : format_->options) {
      label += fmt::format("{}{}={}", before, key, value);
      before = ',';
    }
  }
  return label;
}

void TraceOptions::describe(CLI::App& app) {
  app.add_option("trace", path_, "the trace: a file, FILE::FORMAT, or - for standard input")
      ->type_name("TRACE")
      ->required();
  describe_reading(app);
}

void TraceOptions::describe_many(CLI::App& app) {
  app.add_option("traces", paths_, "the traces: files, FILE::FORMAT, or - for standard input")
      ->type_name("TRACE")
      ->required();
  describe_reading(app);
}

void TraceOptions::describe_reading(CLI::App& app) {
  app.add_option_function<std::string>(
         "--format", [this](const std::string& text) { format_ = text; },
         "its format, with options; else its content tells (list formats)")
      ->type_name("NAME[:key=value,...]");
  const auto take_device = [this](const std::string& text) -> std::optional<traces::DeviceSelection> {
    device_ = text;
    return parse_device(text);
  };
  add_value(app, "--device", reading_.device, take_device, {"N|TYPE:ID|all", "a device: N, TYPE:ID or all"},
            "the device to take of a trace that holds several");
  app.add_flag("--lenient", reading_.lenient, "skip malformed records and count them");
  app.add_flag("--sort", reading_.sort,
               "sort records whose time falls, where the format says their order is the file's");
  add_choice<traces::ReallocOrder>(app, "--realloc", reading_.realloc, kReallocOrders,
                                   "whether a reallocation frees the old block first");
  const auto take_limit = [](const std::string& text) -> std::optional<std::uint64_t> {
    const auto bytes = core::parse_bytes(text);
    return bytes ? std::optional{bytes->count()} : std::nullopt;
  };
  add_value(app, "--max-unwrapped", reading_.max_unwrapped_bytes, take_limit, kSize,
            "the most bytes that a compressed trace may unwrap to (default 64GiB)");
}

TracePlace TraceOptions::place() const {
  return place_of(path_);
}

std::vector<TracePlace> TraceOptions::places() const {
  std::vector<TracePlace> places;
  for (const std::string& argument : paths_) {
    places.push_back(place_of(argument));
    const TracePlace& last = places.back();
    for (const TracePlace& earlier : places) {
      if (&earlier != &last && earlier.label() == last.label()) {
        throw UsageError{"two traces are called '" + last.label() + "': " + earlier.path() + " and " + last.path()};
      }
    }
  }
  return places;
}

TracePlace TraceOptions::place_of(const std::string& argument) const {
  std::string path = argument;
  std::optional<traces::FormatChoice> format;
  std::error_code unknown;
  const auto separator = argument.rfind("::");
  if (separator != std::string::npos && !std::filesystem::exists(argument, unknown)) {
    const std::string_view behind = std::string_view{argument}.substr(separator + 2);
    if (names_a_format(behind) || std::filesystem::exists(argument.substr(0, separator), unknown)) {
      path = argument.substr(0, separator);
      format = parse_format(behind);
    }
  }
  if (format_ && format) {
    throw UsageError{"the format is named twice: by --format and behind ::"};
  }
  return {std::move(path), format_ ? parse_format(*format_) : std::move(format)};
}

report::Settings TraceOptions::not_default() const {
  report::Settings settings;
  if (!device_.empty()) {
    settings.emplace_back("device", device_);
  }
  if (reading_.lenient) {
    settings.emplace_back("lenient", true);
  }
  if (reading_.sort) {
    settings.emplace_back("sort", true);
  }
  if (reading_.realloc != traces::ReallocOrder::free_first) {
    settings.emplace_back("realloc", "copy");
  }
  return settings;
}

}  // namespace arenasim::sim::cli
