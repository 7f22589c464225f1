#include "traces/byte_spool.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace arenasim::traces {
namespace {

[[noreturn]] void fail() {
  throw std::system_error{errno, std::generic_category(), "temporary file"};
}

}  // namespace

void ByteSpool::append(std::string_view bytes) {
  size_ += bytes.size();
  const std::size_t room = file_ == nullptr ? memory_bytes_ - memory_.size() : 0;
  const std::string_view first = bytes.substr(0, room);
  memory_ += first;
  bytes.remove_prefix(first.size());
  if (bytes.empty()) {
    return;
  }
  if (file_ == nullptr) {
    file_.reset(std::tmpfile());
  }
  if (file_ == nullptr || std::fseek(file_.get(), 0, SEEK_END) != 0 ||
      std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    fail();
  }
}

std::string ByteSpool::read(std::uint64_t offset, std::size_t count) const {
  offset = std::min(offset, size_);
  count = static_cast<std::size_t>(std::min<std::uint64_t>(count, size_ - offset));
  std::string bytes;
  if (offset < memory_.size()) {
    bytes = memory_.substr(static_cast<std::size_t>(offset), count);
  }
  const std::size_t missing = count - bytes.size();
  if (missing != 0) {
    const std::size_t had = bytes.size();
    bytes.resize(count);
    const auto at = static_cast<long>(offset + had - memory_.size());  // NOLINT(google-runtime-int): what fseek takes
    if (std::fseek(file_.get(), at, SEEK_SET) != 0 ||
        std::fread(bytes.data() + had, 1, missing, file_.get()) != missing) {
      fail();
    }
  }
  return bytes;
}

}  // namespace arenasim::traces
