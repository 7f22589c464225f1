// Which ids a trace has used, so that each block gets one of its own (spec/formats.md 0.1).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

/// Ids that rise by one, as most traces have them, take no memory; others a bit each, in groups.
class UsedIds {
 public:
  /// The id that a block gets that the trace calls `wanted`: that, where no block had it, else the next number above
  /// all that were used.
  [[nodiscard]] std::uint64_t claim(std::uint64_t wanted) {
    if (any_ && wanted == run_last_ + 1 && wanted > highest_) {
      run_last_ = highest_ = wanted;
      return wanted;
    }
    return claim_slowly(wanted);
  }

 private:
  static constexpr std::size_t kWords = 4;
  static constexpr std::uint64_t kGroupIds = kWords * 64;

  /// The ids `number * kGroupIds` and on; a group without a bit is an empty place of the table.
  struct Group {
    std::uint64_t number = 0;
    std::array<std::uint64_t, kWords> bits{};
    [[nodiscard]] bool empty() const;
  };

  std::uint64_t claim_slowly(std::uint64_t wanted);
  [[nodiscard]] bool used(std::uint64_t id) const;
  void remember(std::uint64_t id);
  [[nodiscard]] std::size_t place(std::uint64_t group) const;
  void grow();

  std::vector<Group> groups_;  // open addressing
  std::size_t group_count_ = 0;
  std::uint64_t run_first_ = 0;  // one run of ids kept as its ends
  std::uint64_t run_last_ = 0;
  std::uint64_t highest_ = 0;
  bool any_ = false;
};

}  // namespace arenasim::traces
