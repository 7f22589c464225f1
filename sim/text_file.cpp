#include "sim/text_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "traces/input_error.hpp"

namespace arenasim::sim {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};

[[noreturn]] void fail(const std::string& path, const std::string& what, int error) {
  traces::InputError problem(traces::ErrorClass::io, traces::WholeFile{},
                             what + ": " + std::generic_category().message(error));
  problem.set_file(shown_name(path));
  throw traces::InputError(problem);
}

std::string read_all(std::FILE* file, const std::string& path) {
  std::string text;
  std::array<char, 1U << 16U> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file)) {
    text.append(block.data(), count);
  }
  if (std::ferror(file) != 0) {
    fail(path, "cannot read", errno);
  }
  return text;
}

}  // namespace

std::string shown_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::string read_text(const std::string& path) {
  if (path == "-") {
    return read_all(stdin, path);
  }
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    fail(path, "cannot open", errno);
  }
  return read_all(file.get(), path);
}

}  // namespace arenasim::sim
