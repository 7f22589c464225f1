// What a program wrote into a snapshot of its own phases (spec/formats.md 3).
#pragma once

#include <cstdint>
#include <vector>

#include "traces/event.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/formats/pytorch/events.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces::pytorch {

struct Annotation {
  std::uint64_t time_us = kNoTime;
  DeviceId device;
  bool has_device = false;
  Tag tag;  ///< `START name`
};

/// By time, those without one first, else in the order of the list, an unset value being an empty one; counts
/// `resorted_events`. Malformed ones are skipped where lenient.
[[nodiscard]] std::vector<Annotation> read_annotations(const pickle::ValueArena& values, pickle::Value list,
                                                       Intake& intake);

}  // namespace arenasim::traces::pytorch
