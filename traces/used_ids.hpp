// Which ids a trace has used, so that each block gets one of its own (spec/formats.md 0.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

/// Ids that rise by one, as most traces have them, take no memory; others a bit each, in groups of 32 neighbours.
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

  /// Does what `claim` does where no block had that id; else false, and nothing changes.
  [[nodiscard]] bool claim_new(std::uint64_t wanted);

  /// The id that `claim` would give at once and without a look at its tables; 0 where there is no such.
  [[nodiscard]] std::uint64_t next_of_run() const { return any_ && run_last_ == highest_ ? run_last_ + 1 : 0; }

  /// The same as claims of all ids from `next_of_run()`, which is not 0, to before `next`; nothing where that is 0.
  void claim_run(std::uint64_t next) {
    if (next != 0) {
      run_last_ = highest_ = next - 1;
    }
  }

  /// An id comes in a while: starts to fetch where it is looked for.
  void expect(std::uint64_t wanted) const {
    if (!groups_.empty()) {
      __builtin_prefetch(&groups_[home(wanted / kGroupIds)]);
    }
  }

 private:
  static constexpr std::uint64_t kGroupIds = 32;

  /// The ids `number() * kGroupIds` and on; a group without a bit is an empty place of the table.
  struct Group {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t bits = 0;

    [[nodiscard]] std::uint64_t number() const { return (std::uint64_t{high} << 32U) | low; }
    [[nodiscard]] bool empty() const { return bits == 0; }
  };
  static_assert(sizeof(Group) == 12, "ids that are no neighbours take a group each");

  std::uint64_t claim_slowly(std::uint64_t wanted);
  [[nodiscard]] bool used(std::uint64_t id) const;
  /// False, and nothing changes, where it was used.
  bool remember(std::uint64_t id);
  [[nodiscard]] std::size_t home(std::uint64_t group) const;
  [[nodiscard]] std::size_t place(std::uint64_t group) const;
  void grow();

  std::vector<Group> groups_;  // open addressing; places go by the order of hashes, whatever their number
  std::size_t group_count_ = 0;
  std::uint64_t run_first_ = 0;  // one run of ids kept as its ends
  std::uint64_t run_last_ = 0;
  std::uint64_t highest_ = 0;
  bool any_ = false;
};

}  // namespace arenasim::traces
