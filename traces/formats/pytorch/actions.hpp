// What an entry of a snapshot's ring says was done (spec/formats.md 3).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "traces/formats/pickle/values.hpp"

namespace arenasim::traces::pytorch {

enum class Action : std::uint8_t {
  alloc,
  free_requested,
  free_completed,
  segment_alloc,
  segment_free,
  segment_map,
  segment_unmap,
  oom,
  snapshot,
  other,
};

/// Tells actions by their names, each of which is compared as text once in a pickle that has it but once.
class Actions {
 public:
  /// `other` of a name that is none, and of what is no string.
  [[nodiscard]] Action of(const pickle::ValueArena& values, pickle::Value name) {
    for (const auto& [word, action] : known_) {
      if (word == name.word()) {
        return action;
      }
    }
    return learn(values, name);
  }

 private:
  [[nodiscard]] Action learn(const pickle::ValueArena& values, pickle::Value name);

  std::vector<std::pair<std::uint64_t, Action>> known_;  // by the word of the name
};

}  // namespace arenasim::traces::pytorch
