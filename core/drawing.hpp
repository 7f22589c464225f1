// A page in one line, for people: `|held 4 KiB|free 12 KiB|lost 156 B|`.
#pragma once

#include <string>

#include "core/space.hpp"

namespace arenasim::core {

/// Slices in address order with their effective sizes; lost bytes where they lie. A bound or guarded or stuck slice
/// that nobody owns is `kept`.
[[nodiscard]] std::string draw(const Space& space, PageSlot page);

}  // namespace arenasim::core
