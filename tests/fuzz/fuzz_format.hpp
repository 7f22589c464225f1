// Reads the fuzzer's bytes as one format, strictly and leniently: an InputError is an answer, anything else a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

#include "tests/support/piecewise_source.hpp"
#include "traces/event_sink.hpp"
#include "traces/input_error.hpp"
#include "traces/read_trace.hpp"

namespace arenasim::tests {

/// Checks what every trace keeps: times that never fall.
class FuzzSink : public traces::EventSink {
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

inline int fuzz_format(const std::string& format, const std::uint8_t* data, std::size_t size,
                       const std::map<std::string, std::string>& format_options = {}) {
  for (const bool lenient : {false, true}) {
    traces::ReadOptions options;
    options.lenient = lenient;
    options.max_unwrapped_bytes = std::uint64_t{1} << 24U;
    PiecewiseSource source{std::string{reinterpret_cast<const char*>(data), size}, 4096};
    FuzzSink sink;
    traces::TraceContents contents;
    try {
      traces::read_source(source, traces::FormatChoice{format, format_options}, options, sink, contents);
    } catch (const traces::InputError&) {
      continue;
    }
    const traces::Records& records = contents.import.records;
    if (records.read != records.as_events + records.as_facts + records.skipped + records.dropped + records.overhead) {
      std::abort();
    }
  }
  return 0;
}

}  // namespace arenasim::tests
