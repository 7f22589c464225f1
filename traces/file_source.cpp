#include "traces/file_source.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "traces/input_error.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;

[[noreturn]] void fail(std::string_view verb, int error) {
  throw InputError{ErrorClass::io, WholeFile{},
                   fmt::format("cannot {}: {}", verb, std::generic_category().message(error))};
}

int open_file(const std::string& path) {
  if (path == "-") {
    return STDIN_FILENO;
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (descriptor < 0) {
    fail("open", errno);
  }
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    fail("read", EISDIR);
  }
  return descriptor;
}

}  // namespace

FileSource::FileSource(const std::string& path) : descriptor_(open_file(path)) {}

FileSource::~FileSource() {
  if (descriptor_ != STDIN_FILENO) {
    ::close(descriptor_);
  }
}

void FileSource::fill() {
  Block& block = blocks_[read_ % blocks_.size()];
  hash_.wait_for(block.number);
  block.bytes.resize(kBlockBytes);
  while (!ended_ && rest_.empty()) {
    const ssize_t got = ::read(descriptor_, block.bytes.data(), block.bytes.size());
    if (got < 0 && errno != EINTR) {
      fail("read", errno);
    }
    ended_ = got == 0;
    if (got > 0) {
      rest_ = std::span{block.bytes}.first(static_cast<std::size_t>(got));
      block.number = ++read_;
      hash_.add(rest_);
    }
  }
}

std::size_t FileSource::read(std::span<std::byte> into) {
  if (rest_.empty()) {
    fill();
  }
  const std::size_t count = std::min(into.size(), rest_.size());
  std::copy_n(rest_.begin(), count, into.begin());
  rest_ = rest_.subspan(count);
  return count;
}

std::string FileSource::sha256() {
  do {
    rest_ = {};
    fill();
  } while (!ended_);
  return hash_.finish();
}

}  // namespace arenasim::traces
