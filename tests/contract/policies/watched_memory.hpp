// Pages, places and free ranges as the facts of an allocator tell them, and what must never be.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/fact.hpp"

namespace arenasim::tests {

/// What an allocation holds beyond what it asked for is not looked at: slices of `arena` that are used again keep their
/// old padding, which can pass the end of their page (spec/arena.md, Persistent).
class WatchedMemory {
 public:
  /// Every offset must be a multiple of `alignment`.
  explicit WatchedMemory(core::Alignment alignment) : alignment_(alignment) {}

  /// What is wrong with the fact; empty where nothing is. Afterwards the memory is as the fact says.
  [[nodiscard]] std::string apply(const core::Fact& fact);

  /// What is wrong once a step is done: a free range over what is held, or outside its page; more held, free and lost
  /// than granted.
  [[nodiscard]] std::string flaw() const;

  [[nodiscard]] bool holds(core::AllocationId id) const { return places_.contains(id); }
  [[nodiscard]] core::Place place(core::AllocationId id) const;
  [[nodiscard]] core::Uint128 granted() const;
  [[nodiscard]] std::size_t held_count() const { return places_.size(); }

 private:
  using At = std::pair<core::PageId, core::Bytes>;
  struct Held {
    core::Bytes size;
    core::AllocationId owner;
  };

  [[nodiscard]] std::string appear(At at, core::Bytes bytes);
  [[nodiscard]] std::string vanish(At at, core::Bytes bytes);
  [[nodiscard]] std::string put(core::AllocationId id, At at, core::Bytes size);
  [[nodiscard]] std::string remove(core::AllocationId id);
  [[nodiscard]] std::string overlap(At at, core::Bytes size) const;

  core::Alignment alignment_;
  std::map<core::PageId, core::Bytes> pages_;
  std::map<At, Held> held_;  // of more than 0 bytes
  std::map<core::AllocationId, At> places_;
  std::map<At, core::Bytes> ranges_;
  std::map<core::PageId, core::Bytes> lost_;
};

}  // namespace arenasim::tests
