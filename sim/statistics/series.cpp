#include "sim/statistics/series.hpp"

#include <algorithm>

#include "sim/statistics/samples.hpp"

namespace arenasim::sim::statistics {

SeriesRow series_row(const MemoryState& memory, std::uint64_t event, core::SimTime time) {
  return {.event = event,
          .time = time,
          .live_bytes = saturated(memory.live()),
          .reserved_bytes = saturated(memory.reserved()),
          .largest_free_bytes = memory.largest_free(),
          .free_bytes = saturated(memory.free()),
          .pending_bytes = saturated(memory.pending()),
          .lost_bytes = saturated(memory.lost()),
          .pages_count = memory.pages()};
}

std::size_t Series::most_buckets() const {
  // A bucket of one moment is one row, any other may be two.
  return width_ == 1 ? limit_ : std::max<std::uint64_t>(limit_ / 2, 1);
}

void Series::open_bucket(const Kept& first) {
  buckets_.push_back({first, first});
  in_bucket_ = 1;
  while (buckets_.size() > most_buckets()) {
    merge_pairs();
  }
}

void Series::merge_pairs() {
  // Equal figures: the earlier moment stays.
  const bool odd = buckets_.size() % 2 != 0;
  for (std::size_t i = 0; i + 1 < buckets_.size(); i += 2) {
    Bucket merged = buckets_[i];
    const Bucket& later = buckets_[i + 1];
    if (later.least.row.reserved_bytes < merged.least.row.reserved_bytes) {
      merged.least = later.least;
    }
    if (later.greatest.row.reserved_bytes > merged.greatest.row.reserved_bytes) {
      merged.greatest = later.greatest;
    }
    buckets_[i / 2] = merged;
  }
  if (odd) {
    buckets_[buckets_.size() / 2] = buckets_.back();
  }
  buckets_.resize((buckets_.size() + 1) / 2);
  in_bucket_ += odd ? 0 : width_;
  width_ *= 2;
}

std::vector<SeriesRow> Series::rows() const {
  std::vector<SeriesRow> rows;
  for (const Bucket& bucket : buckets_) {
    const bool least_first = bucket.least.moment < bucket.greatest.moment;
    const Kept& first = least_first ? bucket.least : bucket.greatest;
    const Kept& second = least_first ? bucket.greatest : bucket.least;
    if (first.moment != second.moment && limit_ > 1) {
      rows.push_back(first.row);
      rows.push_back(second.row);
    } else {
      rows.push_back(bucket.greatest.row);
    }
  }
  return rows;
}

}  // namespace arenasim::sim::statistics
