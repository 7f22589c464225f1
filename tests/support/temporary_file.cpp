#include "tests/support/temporary_file.hpp"

#include <fstream>

#include <unistd.h>

namespace arenasim::tests {

TemporaryFile::TemporaryFile(const std::string& text) {
  static int made = 0;
  path_ = std::filesystem::temp_directory_path() /
          ("arenasim-test-" + std::to_string(::getpid()) + "-" + std::to_string(made++));
  std::ofstream{path_, std::ios::binary} << text;
}

std::string at_offset(std::uint64_t offset) {
  std::string text{"@"};
  text.append(std::to_string(offset));
  return text;
}

}  // namespace arenasim::tests
