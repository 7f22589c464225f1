#include "sim/cli/trace_cache.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <system_error>

#include <fmt/format.h>

#include "sim/cli/failures.hpp"
#include "sim/cli/output.hpp"
#include "traces/file_source.hpp"
#include "traces/formats/arsm_file.hpp"
#include "traces/input_error.hpp"
#include "traces/writer.hpp"

namespace arenasim::sim::cli {
namespace {

constexpr std::string_view kFormat = "arsm";

/// Everything that another reading of the same bytes could differ by; empty as usual.
std::string manner(const std::optional<traces::FormatChoice>& format, const traces::ReadOptions& options) {
  std::string text;
  if (format) {
    text += format->name;
    for (const auto& [name, value] : format->options) {
      text += fmt::format(",{}={}", name, value);
    }
  }
  if (const auto* device = std::get_if<traces::DeviceChoice>(&options.device)) {
    text += fmt::format(" device {}:{}", device->type ? std::to_string(*device->type) : "", device->device.number());
  }
  text += std::holds_alternative<traces::AllDevices>(options.device) ? " all devices" : "";
  text += options.lenient ? " lenient" : "";
  text += options.sort ? " sort" : "";
  text += options.realloc == traces::ReallocOrder::copy ? " copy" : "";
  return text;
}

/// A short name of a text, the same on every machine (FNV-1a).
std::uint64_t short_hash(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char character : text) {
    hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3U;
  }
  return hash;
}

std::string cache_path(const std::string& path, const std::string& sha256, const std::string& manner) {
  return manner.empty() ? fmt::format("{}.{}.arsm", path, sha256)
                        : fmt::format("{}.{}.{:016x}.arsm", path, sha256, short_hash(manner));
}

/// Why a cache cannot be used; nothing where it can.
std::optional<std::string> flaw_of(const std::string& cache) {
  try {
    traces::FileSource file{cache};
    const traces::ArsmFile whole{file, false};
    whole.check_sums();
    return std::nullopt;
  } catch (const traces::InputError& error) {
    return error.what();
  }
}

/// Passes events on and writes them, for as long as they can be written.
class Tee final : public traces::EventSink {
 public:
  Tee(traces::EventSink& sink, const traces::StringTable& strings, const std::string& cache, std::ostream& notes)
      : sink_(sink), notes_(notes) {
    if_possible([&] {
      output_ = std::make_unique<Output>(cache);
      writer_ = row().make(output_->stream(), strings);
    });
  }

  void take(std::span<const traces::Event> events) override {
    taking_ = true;
    sink_.take(events);
    taking_ = false;
    if_possible([&] { writer_->take(events); });
  }

  /// All events have come: the cache takes its place. One that a sink did not want to the end stays away.
  void commit() {
    if (!taking_) {
      if_possible([this] {
        writer_->finish();
        output_->commit();
      });
    }
  }

 private:
  static const traces::WriterRow& row() {
    const auto rows = traces::writers();
    return **std::find_if(rows.begin(), rows.end(), [](const auto* each) { return each->name == kFormat; });
  }

  template <class Step>
  void if_possible(Step step) {
    if (failed_) {
      return;
    }
    try {
      step();
    } catch (const OutputError& error) {
      failed_ = true;
      notes_ << "no cache: " << error.what() << '\n';
    }
  }

  traces::EventSink& sink_;
  std::ostream& notes_;
  std::unique_ptr<Output> output_;
  std::unique_ptr<traces::TraceWriter> writer_;
  bool failed_ = false;
  bool taking_ = false;  // still so where the sink threw
};

}  // namespace

void read_cached(const std::string& path, const std::optional<traces::FormatChoice>& format,
                 const traces::ReadOptions& options, traces::EventSink& sink, traces::TraceContents& contents,
                 std::ostream& notes) {
  if (path == "-") {
    return traces::read_trace(path, format, options, sink, contents);
  }
  const std::string sha256 = traces::FileSource{path}.sha256();
  const std::string cache = cache_path(path, sha256, manner(format, options));
  std::error_code unknown;
  if (std::filesystem::exists(cache, unknown)) {
    const auto flaw = flaw_of(cache);
    if (!flaw) {
      traces::ReadOptions all;
      all.device = traces::AllDevices{};
      traces::read_trace(cache, traces::FormatChoice{.name = std::string{kFormat}, .options = {}}, all, sink, contents);
      contents.import.file = std::filesystem::path{path}.filename().string();
      contents.import.counters["from_cache"] = 1;
      contents.sha256 = sha256;
      return;
    }
    notes << "the cache is damaged and is made anew: " << *flaw << '\n';
  }
  Tee tee{sink, contents.strings, cache, notes};
  traces::read_trace(path, format, options, tee, contents);
  if (contents.sha256 == sha256) {  // nobody wrote to the original meanwhile
    tee.commit();
  }
}

}  // namespace arenasim::sim::cli
