#include "core/packing/range_set.hpp"

#include <algorithm>

namespace arenasim::core {

void RangeSet::add(Bytes begin, Bytes end) {
  const auto ends_before = [](const Range& range, Bytes offset) { return range.end < offset; };
  const auto begins_after = [](Bytes offset, const Range& range) { return offset < range.begin; };
  const auto first = std::lower_bound(ranges_.begin(), ranges_.end(), begin, ends_before);
  const auto last = std::upper_bound(first, ranges_.end(), end, begins_after);
  if (first == last) {
    ranges_.insert(first, Range{begin, end});
    return;
  }
  first->begin = std::min(first->begin, begin);
  first->end = std::max((last - 1)->end, end);
  ranges_.erase(first + 1, last);
}

/// The first range, from number `from` on, that ends past `offset`. Looks ahead in doubled steps: most often the answer
/// is near.
std::size_t RangeSet::first_past(Bytes offset, std::size_t from) const {
  std::size_t step = 1;
  while (from + step < ranges_.size() && ranges_[from + step].end <= offset) {
    from += step;
    step *= 2;
  }
  const auto begin = ranges_.begin() + static_cast<std::ptrdiff_t>(from);
  const auto end = ranges_.begin() + static_cast<std::ptrdiff_t>(std::min(from + step, ranges_.size()));
  const auto ends_past = [](Bytes place, const Range& range) { return place < range.end; };
  return static_cast<std::size_t>(std::upper_bound(begin, end, offset, ends_past) - ranges_.begin());
}

std::optional<Bytes> RangeSet::lowest_room(Bytes from, Bytes size, std::size_t& passed) const {
  passed = first_past(from, passed);
  for (Bytes at = from;; at = ranges_[passed++].end) {
    const auto end = checked_add(at, size);
    if (!end) {
      return std::nullopt;
    }
    if (passed == ranges_.size() || ranges_[passed].begin >= *end) {
      return at;
    }
  }
}

}  // namespace arenasim::core
