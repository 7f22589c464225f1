#include "sim/statistics/size_multiset.hpp"

#include <algorithm>

#include "core/split_point.hpp"

namespace arenasim::sim::statistics {

std::ptrdiff_t SizeMultiset::count_below(const std::vector<Entry>& entries, std::uint64_t size) {
  const auto is_below = [size](const Entry& entry) { return entry.size < size; };
  return static_cast<std::ptrdiff_t>(core::split_point(entries.data(), entries.size(), is_below));
}

SizeMultiset::SizeMultiset() {
  files_[0].push_back({0, std::uint64_t{1} << 63U});
  mark_used(0);
}

void SizeMultiset::add(std::uint64_t size) {
  const std::size_t file = file_of(size);
  std::vector<Entry>& entries = files_[file];
  if (entries.empty()) {
    entries.push_back({size, 1});
    mark_used(file);
    return;
  }
  if (entries.back().size < size) {
    entries.push_back({size, 1});
    return;
  }
  const auto place = entries.begin() + count_below(entries, size);
  if (place->size == size) {
    ++place->count;
  } else {
    entries.insert(place, {size, 1});
  }
}

void SizeMultiset::remove(std::uint64_t size) {
  const std::size_t file = file_of(size);
  std::vector<Entry>& entries = files_[file];
  const auto place = entries.begin() + count_below(entries, size);
  if (--place->count != 0) {
    return;
  }
  entries.erase(place);
  if (entries.empty()) {
    mark_empty(file);
  }
}

void SizeMultiset::mark_used(std::size_t file) {
  used_[file / 64] |= std::uint64_t{1} << (file % 64);
  summary_ |= std::uint64_t{1} << (file / 64);
  top_ = std::max(top_, file);
}

void SizeMultiset::mark_empty(std::size_t file) {
  std::uint64_t& word = used_[file / 64];
  word &= ~(std::uint64_t{1} << (file % 64));
  if (word == 0) {
    summary_ &= ~(std::uint64_t{1} << (file / 64));
  }
  if (file != top_) {
    return;
  }
  const auto last_word = static_cast<std::size_t>(63 - std::countl_zero(summary_));
  top_ = last_word * 64 + static_cast<std::size_t>(63 - std::countl_zero(used_[last_word]));
}

}  // namespace arenasim::sim::statistics
