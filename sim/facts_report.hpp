// The pools of an allocator as `report` shows them in golden files.
#pragma once

#include <string>

#include "core/allocator.hpp"

namespace arenasim::sim {

/// One line a pool, each with its end (golden/README.md, Form).
[[nodiscard]] std::string pools_text(const core::Description& description);

}  // namespace arenasim::sim
