// Streams that a source names by pointer, as small numbers (spec/formats.md 0.1).
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/ids.hpp"
#include "traces/import.hpp"

namespace arenasim::traces {

/// Numbers pointers in order of appearance: null is 0, the others are 1, 2, 3 …
class PointerStreams {
 public:
  [[nodiscard]] core::StreamId number(std::uint64_t pointer);

  /// Puts the table of those seen into the report.
  void write_to(Import& import) const;

 private:
  std::unordered_map<std::uint64_t, std::int32_t> numbers_;
  std::int32_t next_ = 1;
  std::uint64_t last_pointer_ = 0;
  std::int32_t last_number_ = -1;
};

}  // namespace arenasim::traces
