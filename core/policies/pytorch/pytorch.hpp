// The caching allocator of PyTorch, as its documentation and recorded snapshots show it (spec/pytorch.md).
#pragma once

#include "core/policies/policy.hpp"

namespace arenasim::core {

/// `pytorch`: pools of small and of large segments for each stream, split and kept. Differences from the original, all
/// noted where they matter: a range of expandable segments gives units back at its end only; segments are clipped to
/// the device's largest page; places are multiples of the device's alignment where that is more than 512.
extern const Policy kPytorchPolicy;

}  // namespace arenasim::core
