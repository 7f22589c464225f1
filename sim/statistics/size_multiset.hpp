// Sizes of free ranges, many of them equal, of which the greatest is wanted at any time, exactly. Sizes are filed by
// their leading bits; within a file, equal sizes are counted and different ones kept in order.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::sim::statistics {

class SizeMultiset {
 public:
  SizeMultiset();

  /// Of 0, there are as many as anybody wants, before and after: to add or remove one changes nothing.
  void add(std::uint64_t size);

  /// One of that size must be in it.
  void remove(std::uint64_t size);

  /// That size will be added or removed soon.
  void expect(std::uint64_t size) const { __builtin_prefetch(files_[file_of(size)].data(), 1); }

  /// 0 where there is none.
  [[nodiscard]] std::uint64_t largest() const { return files_[top_].back().size; }

 private:
  static constexpr unsigned kLeadingBits = 7;
  static constexpr std::size_t kPerWidth = std::size_t{1} << (kLeadingBits - 1);
  static constexpr std::size_t kFiles = (64 - kLeadingBits + 2) * kPerWidth;
  static_assert(kFiles / 64 <= 64, "one word says which words of files are in use");

  struct Entry {
    std::uint64_t size;
    std::uint64_t count;
  };

  [[nodiscard]] static constexpr std::size_t file_of(std::uint64_t size) {
    // Sizes of fewer bits have files of their own.
    const auto width = static_cast<unsigned>(std::bit_width(size | ((std::uint64_t{1} << kLeadingBits) - 1)));
    const unsigned dropped = width - kLeadingBits;
    return dropped * kPerWidth + (size >> dropped);
  }

  /// Of entries in order, how many come before `size`.
  [[nodiscard]] static std::ptrdiff_t count_below(const std::vector<Entry>& entries, std::uint64_t size);
  void mark_used(std::size_t file);
  void mark_empty(std::size_t file);

  std::array<std::vector<Entry>, kFiles> files_;  // each in rising order of size
  std::array<std::uint64_t, kFiles / 64> used_{};
  std::uint64_t summary_ = 0;
  std::size_t top_ = 0;  // the greatest file in use
};

}  // namespace arenasim::sim::statistics
