#include "traces/read_trace.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "traces/file_source.hpp"
#include "traces/formats.hpp"
#include "traces/sniff.hpp"
#include "traces/unwrap.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kGlimpseBytes = std::size_t{64} << 10U;

const Format& chosen_format(const FormatChoice& choice) {
  const Format* format = find_format(choice.name);
  if (format == nullptr) {
    throw InputError{ErrorClass::unknown_format, WholeFile{}, fmt::format("there is no format {}", choice.name)};
  }
  return *format;
}

/// The format's options, given or by default.
core::Options format_options(const Format& format, const std::map<std::string, std::string>& given) {
  core::Options options{format.options};
  for (const auto& [name, value] : given) {
    if (const auto taken = options.set(name, value); !taken) {
      throw InputError{ErrorClass::bad_value, WholeFile{},
                       fmt::format("format {}: {}", format.name, taken.error().text)};
    }
  }
  return options;
}

/// The format that the content tells. A container that is cut before much could be seen is looked at all the same;
/// where that does not tell, the cut is what is wrong.
const Format& told_format(Peekable& bytes) {
  Glimpse start;
  start.source = &bytes;
  try {
    start.bytes = bytes.peek(kGlimpseBytes);
    start.whole = start.bytes.size() < kGlimpseBytes;
    return sniff(start);
  } catch (const CutContainer&) {
    start.bytes = bytes.seen();
    for (const Format* format : formats()) {
      if (format->sniff != nullptr && format->sniff(start)) {
        return *format;
      }
    }
    throw;
  }
}

/// Positions in the file itself need no word about containers; container errors say theirs in their text.
std::string unwrapped_from(const InputError& error, const std::vector<std::string>& containers) {
  const bool own = error.error_class() == ErrorClass::container || error.error_class() == ErrorClass::io;
  return own || containers.empty() ? std::string{} : containers.front();
}

}  // namespace

void read_source(Source& bytes, const std::optional<FormatChoice>& format, const ReadOptions& options, EventSink& sink,
                 TraceContents& contents) {
  Unwrapped unwrapped{bytes, options.max_unwrapped_bytes};
  contents.import.containers = unwrapped.containers();
  const Format& chosen = format ? chosen_format(*format) : told_format(unwrapped.bytes());
  contents.import.format = chosen.name;
  ReadOptions with_format = options;
  if (format) {
    with_format.format_options = format->options;
  }
  const core::Options own = format_options(chosen, with_format.format_options);
  chosen.read({unwrapped.bytes(), with_format, sink, contents.strings, contents.import, contents.recorded, own});
}

void read_trace(const std::string& path, const std::optional<FormatChoice>& format, const ReadOptions& options,
                EventSink& sink, TraceContents& contents) {
  contents.import.file = path == "-" ? path : std::filesystem::path{path}.filename().string();
  try {
    FileSource file{path};
    try {
      read_source(file, format, options, sink, contents);
    } catch (const StopReading&) {  // the sink has what it wanted
    }
    contents.sha256 = file.sha256();
  } catch (InputError& error) {
    error.set_file(path == "-" ? "standard input" : path, unwrapped_from(error, contents.import.containers));
    throw;
  }
}

}  // namespace arenasim::traces
