// Where tests find what does not ship with the repository.
#pragma once

#include <filesystem>
#include <optional>

namespace arenasim::tests {

/// The folder of golden files and traces: ARENASIM_SHARED, else `../shared` beside the repository. Nothing where there
/// is none.
[[nodiscard]] std::optional<std::filesystem::path> shared_folder();

/// Call first in each test case that reads it. Where it is absent: with ARENASIM_REQUIRE_SHARED=1 the test fails, else
/// the program says so and ends with the exit status that CTest shows as skipped.
[[nodiscard]] std::filesystem::path require_shared();

}  // namespace arenasim::tests
