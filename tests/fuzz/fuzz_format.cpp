#include "tests/fuzz/fuzz_format.hpp"

#include <cstdlib>
#include <optional>

#include "tests/support/piecewise_source.hpp"
#include "traces/event_sink.hpp"
#include "traces/input_error.hpp"
#include "traces/read_trace.hpp"

namespace arenasim::tests {
namespace {

constexpr std::size_t kPieceBytes = 4096;
constexpr std::uint64_t kMaxUnwrappedBytes = std::uint64_t{1} << 24U;

/// Checks what every trace keeps: times that never fall.
class TimesNeverFall : public traces::EventSink {
 public:
  void take(std::span<const traces::Event> events) override {
    for (const traces::Event& event : events) {
      if (event.time < last_) {
        std::abort();
      }
      last_ = event.time;
    }
  }

 private:
  core::SimTime last_{};
};

void read_once(const std::optional<traces::FormatChoice>& format, std::span<const std::uint8_t> bytes, bool lenient) {
  traces::ReadOptions options;
  options.lenient = lenient;
  options.max_unwrapped_bytes = kMaxUnwrappedBytes;
  PiecewiseSource source{std::string{bytes.begin(), bytes.end()}, kPieceBytes};
  TimesNeverFall sink;
  traces::TraceContents contents;
  try {
    traces::read_source(source, format, options, sink, contents);
  } catch (const traces::InputError&) {
    return;
  }
  const traces::Records& records = contents.import.records;
  if (records.read != records.as_events + records.as_facts + records.skipped + records.dropped + records.overhead) {
    std::abort();
  }
}

int read_both_ways(const std::optional<traces::FormatChoice>& format, std::span<const std::uint8_t> bytes) {
  read_once(format, bytes, false);
  read_once(format, bytes, true);
  return 0;
}

}  // namespace

int fuzz_format(const std::string& format, std::span<const std::uint8_t> bytes,
                const std::map<std::string, std::string>& format_options) {
  return read_both_ways(traces::FormatChoice{format, format_options}, bytes);
}

int fuzz_any_format(std::span<const std::uint8_t> bytes) {
  return read_both_ways(std::nullopt, bytes);
}

}  // namespace arenasim::tests
