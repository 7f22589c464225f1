// What this program was built from and with.
#pragma once

#include <string>

namespace arenasim::sim::cli {

[[nodiscard]] std::string version();

/// Version, commit, libraries, backends: what `--version` prints.
[[nodiscard]] std::string version_text();

}  // namespace arenasim::sim::cli
