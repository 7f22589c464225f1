// One row of the table of formats that can be written, and what a writer is.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "traces/event_sink.hpp"
#include "traces/string_table.hpp"

namespace arenasim::traces {

/// Writes events in one format as they come. Errors of the stream are thrown by the stream.
class TraceWriter : public EventSink {
 public:
  /// Writes what is still held back. Call once, after the last event.
  virtual void finish() = 0;

  /// What the format cannot hold, counted by what it was: `marker`, `tag`, `stream`. Complete after `finish`.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& dropped() const { return dropped_; }

 protected:
  void drop(const std::string& what) { ++dropped_[what]; }

 private:
  std::map<std::string, std::uint64_t> dropped_;
};

struct WriterRow {
  std::string_view name;    ///< as `convert --to` takes it
  std::string_view suffix;  ///< of file names that mean it: `.csv`, `.arsm`; empty: only by name
  std::string_view sentence;
  /// `strings` holds the tag of every event that has been passed on. Both outlive the writer.
  std::unique_ptr<TraceWriter> (*make)(std::ostream& out, const StringTable& strings);
};

/// Every format that can be written; the first, native CSV, is the default.
[[nodiscard]] std::span<const WriterRow* const> writers();

}  // namespace arenasim::traces
