#include "sim/cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "sim/cli/descriptor_buffer.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/partial_files.hpp"

namespace arenasim::sim::cli {
namespace {

/// The file that is written until the output is complete; the output itself where nothing can stand beside it.
std::string path_while_written(const std::string& path) {
  std::error_code unknown;
  const bool in_place = std::filesystem::exists(path, unknown) && !std::filesystem::is_regular_file(path, unknown);
  return in_place ? path : path + ".part" + std::to_string(::getpid());
}

int open_for_writing(const std::string& path, const std::string& shown) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                                0666);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (descriptor < 0) {
    throw OutputError{shown, "cannot open: " + std::generic_category().message(errno)};
  }
  return descriptor;
}

}  // namespace

class Output::Parts {
 public:
  explicit Parts(const std::string& path) : path_(path), written_(path == "-" ? path : path_while_written(path)) {
    if (is_beside()) {
      partial_.emplace(written_);
    }
    descriptor_ = path_ == "-" ? STDOUT_FILENO : open_for_writing(written_, path_);
    buffer_.emplace(descriptor_, path_ == "-" ? "standard output" : path_);
    stream_.emplace(&*buffer_);
    stream_->exceptions(std::ios::badbit);
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    close_descriptor();
    if (is_beside() && !committed_) {
      ::unlink(written_.c_str());
    }
  }

  [[nodiscard]] std::ostream& stream() { return *stream_; }

  void commit() {
    stream_->flush();
    if (path_ != "-" && !close_descriptor()) {
      throw OutputError{path_, "cannot write: " + std::generic_category().message(errno)};
    }
    if (is_beside() && std::rename(written_.c_str(), path_.c_str()) != 0) {
      throw OutputError{path_, "cannot rename: " + std::generic_category().message(errno)};
    }
    committed_ = true;
  }

 private:
  [[nodiscard]] bool is_beside() const { return written_ != path_; }

  bool close_descriptor() {
    const int descriptor = std::exchange(descriptor_, -1);
    return descriptor < 0 || path_ == "-" || ::close(descriptor) == 0;
  }

  std::string path_;
  std::string written_;
  std::optional<PartialFile> partial_;
  int descriptor_ = -1;
  bool committed_ = false;
  std::optional<DescriptorBuffer> buffer_;
  std::optional<std::ostream> stream_;
};

Output::Output(const std::string& path) : parts_(std::make_unique<Parts>(path)) {}

Output::~Output() = default;

std::ostream& Output::stream() {
  return parts_->stream();
}

void Output::commit() {
  parts_->commit();
}

}  // namespace arenasim::sim::cli
