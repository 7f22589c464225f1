// Sizes of free ranges, many of them equal, of which the greatest is wanted at any time, exactly. Sizes are filed by
// their leading bits, so that most files hold a few: these lie in the file itself, in no order, and the rest elsewhere.
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
  void add(std::uint64_t size) {
    const std::size_t number = file_of(size);
    File& file = files_[number];
    if (file.few_count == kFew) {
      add_to_rest(file, size);
    } else {
      file.few[file.few_count++] = size;
    }
    mark(number, true);
    largest_ = largest_ < size ? size : largest_;
  }

  /// One of that size must be in it.
  void remove(std::uint64_t size) {
    const std::size_t number = file_of(size);
    File& file = files_[number];
    const std::size_t place = place_among_few(file, size);
    if (place >= file.few_count) {
      remove_from_rest(file, size);
    } else {
      file.few[place] = file.few[--file.few_count];
    }
    mark(number, file.few_count != 0 || file.rest != kNoRest);
    if (size == largest_) {
      find_largest();
    }
  }

  /// That size will be added or removed soon.
  void expect(std::uint64_t size) const { __builtin_prefetch(&files_[file_of(size)], 1); }

  /// 0 where there is none.
  [[nodiscard]] std::uint64_t largest() const { return largest_; }

 private:
  static constexpr unsigned kLeadingBits = 7;
  static constexpr std::size_t kPerWidth = std::size_t{1} << (kLeadingBits - 1);
  static constexpr std::size_t kFiles = (64 - kLeadingBits + 2) * kPerWidth;

  static constexpr std::size_t kFew = 3;
  static constexpr std::uint32_t kNoRest = 0;

  struct File {
    std::array<std::uint64_t, kFew> few{};
    std::uint32_t few_count = 0;
    std::uint32_t rest = kNoRest;  ///< which rest is its own; that is never empty
  };

  struct Entry {
    std::uint64_t size;
    std::uint64_t count;
  };
  /// In rising order of size.
  using Rest = std::vector<Entry>;

  [[nodiscard]] static constexpr std::size_t file_of(std::uint64_t size) {
    // Sizes of fewer bits have files of their own.
    const auto width = static_cast<unsigned>(std::bit_width(size | ((std::uint64_t{1} << kLeadingBits) - 1)));
    const unsigned dropped = width - kLeadingBits;
    return dropped * kPerWidth + (size >> dropped);
  }

  /// The first place with that value, in use or not; kFew where there is none. Which one it is is as good as random, so
  /// it is found without a jump.
  [[nodiscard]] static std::size_t place_among_few(const File& file, std::uint64_t size) {
    const unsigned places = unsigned{file.few[0] == size} | (unsigned{file.few[1] == size} << 1U) |
                            (unsigned{file.few[2] == size} << 2U) | (1U << kFew);
    return static_cast<std::size_t>(std::countr_zero(places));
  }

  /// Says whether a file holds anything: without a jump, too.
  void mark(std::size_t number, bool used) {
    std::uint64_t& word = used_[number / 64];
    word = (word & ~(std::uint64_t{1} << (number % 64))) | (std::uint64_t{used} << (number % 64));
  }

  /// Of entries in order, how many come before `size`.
  [[nodiscard]] static std::ptrdiff_t count_below(const Rest& rest, std::uint64_t size);
  [[gnu::noinline]] void add_to_rest(File& file, std::uint64_t size);
  [[gnu::noinline]] void remove_from_rest(File& file, std::uint64_t size);
  /// The greatest one was taken out.
  [[gnu::noinline]] void find_largest();

  std::array<File, kFiles> files_;
  std::array<std::uint64_t, kFiles / 64> used_{};
  std::uint64_t largest_ = 0;
  std::vector<Rest> rests_;  // the first is nobody's
  std::vector<std::uint32_t> vacant_rests_;
};

}  // namespace arenasim::sim::statistics
