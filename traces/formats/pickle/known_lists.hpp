// Lists that were read before, told by their bytes: a recording writes the same stacks of frames again and again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "traces/formats/pickle/value.hpp"

namespace arenasim::traces::pickle {

/// Keeps the latest of them. Equal bytes mean equal items as long as no slot of the memo is set anew.
class KnownLists {
 public:
  /// Shorter ones are not kept: they are read as fast as they are found.
  static constexpr std::size_t kLeastBytes = 64;

  struct List {
    std::uint64_t offset = 0;  ///< where its items and APPENDS stand in the pickle
    std::size_t length = 0;    ///< of those, in bytes; 0: this is none
    std::uint8_t height = 0;   ///< how deep its deepest item lies
    std::vector<Value> items;
  };

  /// One of whose bytes those behind `at`, of the pickle from `begin` to `end`, are the same; null where none is known.
  [[nodiscard]] const List* find(const char* begin, const char* at, const char* end) const;

  /// Keeps the list with items and APPENDS from `at` to `behind`, in place of another.
  void add(const char* begin, const char* at, const char* behind, std::span<const Value> items, std::uint8_t height);

  /// Where a slot of the memo is set anew.
  void forget();

 private:
  static constexpr std::size_t kSets = 64;
  struct Set {
    std::array<List, 4> lists;
    std::size_t oldest = 0;
  };

  std::array<Set, kSets> sets_;  // by a hash of the first bytes
  bool is_empty_ = true;
};

}  // namespace arenasim::traces::pickle
