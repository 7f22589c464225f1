// Streams by their numbers, and what each holds. A replay has few, and asks for the same one again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "core/units.hpp"

namespace arenasim::sim::statistics {

/// Pages of one pool of one stream's memory.
struct PoolPages {
  std::uint64_t pages = 0;
  core::Uint128 bytes = 0;
  bool outdated = false;  ///< a growth left it behind
};

struct StreamRecord {
  core::StreamId id;
  bool rose = false;  ///< its live or reserved bytes have grown since the last moment of the statistics
  core::Uint128 live = 0;
  core::Uint128 reserved = 0;
  core::Uint128 peak_live = 0;
  core::Uint128 peak_reserved = 0;
  std::uint64_t failures = 0;
  std::vector<PoolPages> pools;  ///< by pool index

  [[nodiscard]] PoolPages& pool(std::uint8_t index) {
    if (index >= pools.size()) {
      pools.resize(std::size_t{index} + 1);
    }
    return pools[index];
  }
};

class StreamTable {
 public:
  /// Its index, the same for its whole life; a new stream is added.
  [[nodiscard]] std::uint32_t index_of(core::StreamId stream) {
    return stream == last_stream_ && !records_.empty() ? last_ : look_up(stream);
  }

  [[nodiscard]] StreamRecord& operator[](std::uint32_t index) { return records_[index]; }

  [[nodiscard]] std::vector<StreamRecord>& records() { return records_; }

 private:
  [[nodiscard]] std::uint32_t look_up(core::StreamId stream);

  std::vector<StreamRecord> records_;     // in order of appearance
  std::vector<std::uint32_t> by_stream_;  // indices in order of stream
  std::uint32_t last_ = 0;                // the index of the stream that was asked for last
  core::StreamId last_stream_;
};

}  // namespace arenasim::sim::statistics
