// Runs a piece of a test in a process of its own, so that an abort is a finding like any other.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace arenasim::tests {

/// What `finding` says; or that its process was ended, and by what. What it prints is dropped. It is given 60 seconds.
[[nodiscard]] std::optional<std::string> in_a_child(const std::function<std::optional<std::string>()>& finding);

}  // namespace arenasim::tests
