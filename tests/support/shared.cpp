#include "tests/support/shared.hpp"

#include <cstdlib>
#include <iostream>
#include <string_view>

#include <catch2/catch.hpp>

namespace arenasim::tests {
namespace {

constexpr int kSkipped = 77;  // SKIP_RETURN_CODE in tests/CMakeLists.txt

}  // namespace

std::optional<std::filesystem::path> shared_folder() {
  const char* given = std::getenv("ARENASIM_SHARED");
  const std::filesystem::path folder = given != nullptr ? given : ARENASIM_ROOT "/../shared";
  if (!std::filesystem::is_directory(folder / "golden")) {
    return std::nullopt;
  }
  return folder;
}

std::filesystem::path require_shared() {
  if (const auto folder = shared_folder()) {
    return *folder;
  }
  const char* required = std::getenv("ARENASIM_REQUIRE_SHARED");
  if (required != nullptr && std::string_view{required} == "1") {
    FAIL("ARENASIM_REQUIRE_SHARED=1, but there is no folder at ARENASIM_SHARED or ../shared");
  }
  std::cerr << "SKIPPED: this test reads ../shared (or ARENASIM_SHARED), and there is none\n" << std::flush;
  std::_Exit(kSkipped);
}

}  // namespace arenasim::tests
