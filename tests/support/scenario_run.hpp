// Scenarios run in process: commands in, the text of their facts out.
#pragma once

#include <string>

#include "core/storage.hpp"
#include "sim/scenario.hpp"

namespace arenasim::tests {

/// What `arenasim scenario` prints of it, on the given device. With `audits`, after every command too. Throws what the
/// engine throws.
[[nodiscard]] std::string facts_of(const sim::Scenario& scenario, core::Storage& storage, core::CopyQueue& copies,
                                   bool audits = false);

/// The same on the bookkeeping backend, with the limits of its first line.
[[nodiscard]] std::string facts_on_paper(const std::string& scenario, bool audits = false);

}  // namespace arenasim::tests
