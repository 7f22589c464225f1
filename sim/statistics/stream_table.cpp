#include "sim/statistics/stream_table.hpp"

#include <algorithm>

namespace arenasim::sim::statistics {

std::uint32_t StreamTable::look_up(core::StreamId stream) {
  last_stream_ = stream;
  const auto place =
      std::lower_bound(by_stream_.begin(), by_stream_.end(), stream,
                       [this](std::uint32_t index, core::StreamId wanted) { return records_[index].id < wanted; });
  if (place != by_stream_.end() && records_[*place].id == stream) {
    last_ = *place;
    return last_;
  }
  last_ = static_cast<std::uint32_t>(records_.size());
  by_stream_.insert(place, last_);
  records_.emplace_back();
  records_.back().id = stream;
  return last_;
}

}  // namespace arenasim::sim::statistics
