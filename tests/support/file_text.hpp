// A file as text.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace arenasim::tests {

[[nodiscard]] inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace arenasim::tests
