#include "tests/property/oracle/reference.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

namespace arenasim::tests {

std::string reference_facts(const ScenarioLines& scenario) {
  const auto path = std::filesystem::temp_directory_path() / ("arenasim-oracle-" + std::to_string(::getpid()) + ".txt");
  std::ofstream(path, std::ios::binary) << text_of(scenario);
  const std::string command = "'" ARENASIM_ORACLE "' '" + path.string() + "' 2>/dev/null";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  std::array<char, 65536> part{};
  for (std::size_t count = 0; (count = std::fread(part.data(), 1, part.size(), pipe)) > 0;) {
    text.append(part.data(), count);
  }
  const int status = ::pclose(pipe);
  INFO("the reference ended with " << status << " on " << path.string());
  REQUIRE(status == 0);
  std::filesystem::remove(path);
  return text;
}

}  // namespace arenasim::tests
