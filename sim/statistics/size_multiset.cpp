#include "sim/statistics/size_multiset.hpp"

#include <algorithm>

#include "core/split_point.hpp"

namespace arenasim::sim::statistics {

SizeMultiset::SizeMultiset() : rests_(2) {
  // The file of 0 has more than anybody takes out.
  files_[0].rest = 1;
  rests_[1].push_back({0, std::uint64_t{1} << 63U});
  mark(0, true);
}

std::ptrdiff_t SizeMultiset::count_below(const Rest& rest, std::uint64_t size) {
  const auto is_below = [size](const Entry& entry) { return entry.size < size; };
  return static_cast<std::ptrdiff_t>(core::split_point(rest.data(), rest.size(), is_below));
}

void SizeMultiset::add_to_rest(File& file, std::uint64_t size) {
  if (file.rest == kNoRest && vacant_rests_.empty()) {
    file.rest = static_cast<std::uint32_t>(rests_.size());
    rests_.emplace_back();
  } else if (file.rest == kNoRest) {
    file.rest = vacant_rests_.back();
    vacant_rests_.pop_back();
  }
  Rest& rest = rests_[file.rest];
  const auto place = rest.begin() + count_below(rest, size);
  if (place != rest.end() && place->size == size) {
    ++place->count;
  } else {
    rest.insert(place, {size, 1});
  }
}

void SizeMultiset::remove_from_rest(File& file, std::uint64_t size) {
  Rest& rest = rests_[file.rest];
  const auto place = rest.begin() + count_below(rest, size);
  if (--place->count != 0) {
    return;
  }
  rest.erase(place);
  if (rest.empty()) {
    vacant_rests_.push_back(file.rest);
    file.rest = kNoRest;
  }
}

void SizeMultiset::find_largest() {
  std::size_t word = file_of(largest_) / 64;
  while (used_[word] == 0) {
    --word;  // the file of 0 is always in use
  }
  const File& file = files_[word * 64 + static_cast<std::size_t>(63 - std::countl_zero(used_[word]))];
  largest_ = file.rest == kNoRest ? 0 : rests_[file.rest].back().size;
  for (std::uint32_t place = 0; place < file.few_count; ++place) {
    largest_ = std::max(largest_, file.few[place]);
  }
}

}  // namespace arenasim::sim::statistics
