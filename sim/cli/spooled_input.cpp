#include "sim/cli/spooled_input.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <system_error>

#include <unistd.h>

#include "sim/cli/descriptor_buffer.hpp"
#include "sim/cli/failures.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim::cli {
namespace {

int open_unseen_file() {
  std::string name = (std::filesystem::temp_directory_path() / "arenasim.XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) {
    throw OutputError{name, "cannot open: " + std::generic_category().message(errno)};
  }
  ::unlink(name.c_str());
  return descriptor;
}

}  // namespace

SpooledInput::SpooledInput() : descriptor_(open_unseen_file()) {
  DescriptorBuffer buffer{descriptor_, "a temporary file"};
  std::array<char, std::size_t{1} << 16U> block{};
  while (true) {
    const ssize_t size = ::read(STDIN_FILENO, block.data(), block.size());
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size < 0) {
      traces::InputError error{traces::ErrorClass::io, traces::WholeFile{},
                               "cannot read: " + std::generic_category().message(errno)};
      error.set_file("-");
      throw error;
    }
    if (size == 0) {
      break;
    }
    buffer.sputn(block.data(), size);
  }
  buffer.pubsync();
}

SpooledInput::~SpooledInput() {
  ::close(descriptor_);
}

std::string SpooledInput::path() const {
  return "/proc/self/fd/" + std::to_string(descriptor_);
}

}  // namespace arenasim::sim::cli
