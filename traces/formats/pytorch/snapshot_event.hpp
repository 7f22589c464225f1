// One event of a snapshot as a small record (spec/formats.md 3).
#pragma once

#include <cstdint>
#include <limits>

#include "core/ids.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"
#include "traces/formats/pytorch/actions.hpp"

namespace arenasim::traces::pytorch {

inline constexpr std::uint64_t kNoTime = std::numeric_limits<std::uint64_t>::max();

struct SnapshotEvent {
  std::uint64_t address = 0;  ///< of oom: what the device said was free, plus one; 0 is unknown
  core::Bytes size;
  std::uint64_t time_us = kNoTime;  ///< since 1970
  core::StreamId stream;
  Tag tag;  ///< the function that asked, where tags are wanted
  Action action{};
};
static_assert(sizeof(SnapshotEvent) == 40, "a snapshot has many");

}  // namespace arenasim::traces::pytorch
