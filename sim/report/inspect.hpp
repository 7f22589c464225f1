// What is in a trace, without replaying it: gathered from its events as they are read.
#pragma once

#include <memory>
#include <string>

#include "sim/report/summary.hpp"
#include "traces/event_sink.hpp"
#include "traces/import.hpp"
#include "traces/string_table.hpp"

namespace arenasim::sim::report {

/// Takes a trace's events and says what they were.
class Inspection final : public traces::EventSink {
 public:
  Inspection();
  ~Inspection() override;
  Inspection(const Inspection&) = delete;
  Inspection& operator=(const Inspection&) = delete;

  void take(std::span<const traces::Event> events) override;

  /// Text for a person. Call after the last event, with what the import came to.
  [[nodiscard]] std::string text(const traces::Import& import, const traces::StringTable& strings, Colors colors) const;

  /// One JSON object (spec/formats.md 0.7), described by sim/report/inspect.schema.json.
  [[nodiscard]] std::string json(const traces::Import& import, const traces::StringTable& strings,
                                 const std::string& sha256) const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::sim::report
