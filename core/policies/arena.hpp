// The adaptive page arena of cubecl-server 0.11.3, reproduced exactly, and our own options on it (spec/arena.md).
#pragma once

#include "core/policies/policy.hpp"

namespace arenasim::core {

/// `arena`: pages that grow with what is asked for, and relocation off the ones left behind.
extern const Policy kArenaPolicy;

/// `exclusive`: the same server over pages that serve one allocation each.
extern const Policy kExclusivePolicy;

}  // namespace arenasim::core
