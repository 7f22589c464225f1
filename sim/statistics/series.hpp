// The time series: as many rows as asked for, over a run whose length nobody knows beforehand. Neighbouring moments
// share a bucket, which keeps its rows of least and greatest reserved; buckets double in width as they run out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/statistics/memory_state.hpp"
#include "sim/statistics/results.hpp"

namespace arenasim::sim::statistics {

/// The memory as it is, as a row.
[[nodiscard]] SeriesRow series_row(const MemoryState& memory, std::uint64_t event, core::SimTime time);

class Series {
 public:
  /// At most `rows` rows; 0 keeps none.
  explicit Series(std::uint64_t rows) : limit_(rows) {}

  void add(const MemoryState& memory, std::uint64_t event, core::SimTime time) {
    if (limit_ == 0) {
      return;
    }
    ++moments_;
    if (in_bucket_ == width_ || buckets_.empty()) {
      open_bucket({moments_, series_row(memory, event, time)});
      return;
    }
    ++in_bucket_;
    Bucket& bucket = buckets_.back();
    if (memory.reserved() < bucket.least.row.reserved_bytes) {
      bucket.least = {moments_, series_row(memory, event, time)};
    } else if (memory.reserved() > bucket.greatest.row.reserved_bytes) {
      bucket.greatest = {moments_, series_row(memory, event, time)};
    }
  }

  /// In order of moments.
  [[nodiscard]] std::vector<SeriesRow> rows() const;

 private:
  struct Kept {
    std::uint64_t moment = 0;
    SeriesRow row;
  };
  struct Bucket {
    Kept least;
    Kept greatest;  ///< may be the same moment
  };

  void open_bucket(const Kept& first);
  void merge_pairs();
  [[nodiscard]] std::size_t most_buckets() const;

  std::uint64_t limit_;
  std::uint64_t width_ = 1;  // of a bucket, in moments
  std::uint64_t in_bucket_ = 0;
  std::uint64_t moments_ = 0;
  std::vector<Bucket> buckets_;
};

}  // namespace arenasim::sim::statistics
