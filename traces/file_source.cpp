#include "traces/file_source.hpp"

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "traces/input_error.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;
constexpr std::size_t kMostBlocks = 3;
constexpr int kBlocksWithoutThread = 2;  // one, and that nothing follows it
constexpr int kPatienceMs = 50;

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

FileSource::FileSource(const std::string& path) : descriptor_(open_file(path)), queue_(kMostBlocks) {}

FileSource::~FileSource() {
  stopping_ = true;
  queue_.stop();
  if (thread_.joinable()) {
    thread_.join();
  }
  if (descriptor_ != STDIN_FILENO) {
    ::close(descriptor_);
  }
}

/// False once nobody wants them any more: a pipe may give nothing for long.
bool FileSource::waits_for_bytes() const {
  pollfd wanted{.fd = descriptor_, .events = POLLIN, .revents = 0};
  while (!stopping_) {
    const int ready = ::poll(&wanted, 1, kPatienceMs);
    if (ready > 0 || (ready < 0 && errno != EINTR)) {
      return true;  // or the read says what is wrong
    }
  }
  return false;
}

void FileSource::fill(Block& block) const {
  block.bytes.resize(kBlockBytes);
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, block.bytes.data(), block.bytes.size());
  } while (got < 0 && errno == EINTR);
  block.error = got < 0 ? errno : 0;
  block.count = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
}

/// A block is passed on before it is hashed. It comes back here only behind that, and its bytes stay where they are.
void FileSource::run() {
  Block block;
  std::span<const std::byte> bytes;
  do {
    if (!waits_for_bytes()) {
      return;
    }
    fill(block);
    bytes = block.filled();
    if (!queue_.push(block)) {
      return;
    }
    hash_.add(bytes);
  } while (!bytes.empty());
  queue_.end();
}

void FileSource::next() {
  if (blocks_ < kBlocksWithoutThread) {
    ++blocks_;
    fill(block_);
    hash_.add(block_.filled());
  } else {
    if (!thread_.joinable()) {
      thread_ = std::thread{[this] { run(); }};
    }
    queue_.give_back(std::move(block_));
    block_ = queue_.pop().value_or(Block{});
  }
  rest_ = block_.filled();
  ended_ = rest_.empty();
  if (block_.error != 0) {
    fail("read", block_.error);
  }
}

std::size_t FileSource::read(std::span<std::byte> into) {
  if (rest_.empty() && !ended_) {
    next();
  }
  const std::size_t count = std::min(into.size(), rest_.size());
  std::copy_n(rest_.begin(), count, into.begin());
  rest_ = rest_.subspan(count);
  return count;
}

std::string FileSource::sha256() {
  while (!ended_) {
    next();
  }
  if (thread_.joinable()) {
    thread_.join();
  }
  return hash_.hex();
}

}  // namespace arenasim::traces
