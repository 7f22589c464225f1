// The judge is itself judged by the golden files: what it says of their commands is what the reference did.
#include <filesystem>

#include <catch2/catch.hpp>

#include "tests/property/judge/server.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

void judges_every_file_of(const std::filesystem::path& folder) {
  std::size_t files_count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string golden = file_text(entry.path());
    INFO(entry.path().filename());
    CHECK((judge::judge(judge::commands_of(golden)) == golden));
    ++files_count;
  }
  CHECK(files_count > 0);
}

}  // namespace

TEST_CASE("The judge says of every golden program what the reference did") {
  judges_every_file_of(require_shared() / "golden" / "programs");
}

TEST_CASE("The judge says of our own programs what the specification does") {
  judges_every_file_of(require_shared() / "golden" / "ours");
}

}  // namespace arenasim::tests
