#include "sim/cli/sweep_file.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "sim/cli/failures.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim::cli {
namespace {

std::string system_message() {
  return std::generic_category().message(errno);
}

}  // namespace

SweepFile::SweepFile(const OutputPath& path, const sweep::Plan& plan, std::vector<std::size_t> numbers)
    : numbers_(std::move(numbers)) {
  if (!path) {
    return;
  }
  path_ = *path;
  std::error_code unknown;
  if (std::filesystem::is_regular_file(path_, unknown) && std::filesystem::file_size(path_, unknown) > 0) {
    go_on(path_, plan);
  } else {
    open(path_);
    write(sweep::plan_line(plan));
  }
}

SweepFile::~SweepFile() {
  if (descriptor_ >= 0 && path_ != "-") {
    ::close(descriptor_);
  }
}

void SweepFile::go_on(const std::string& path, const sweep::Plan& plan) {
  sweep::Read read;
  try {
    read = sweep::read_sweep(path);
  } catch (const traces::InputError& error) {
    if (error.error_class() != traces::ErrorClass::truncated) {
      throw;
    }
  }
  const bool empty = read.whole_bytes == 0;
  if (!empty && sweep::plan_line(read.plan) != sweep::plan_line(plan)) {
    traces::InputError other(traces::ErrorClass::inconsistent, traces::WholeFile{},
                             "holds another sweep than the one asked for; remove it, or write to another file");
    other.set_file(path);
    throw traces::InputError(other);
  }
  open(path);
  if (::ftruncate(descriptor_, static_cast<off_t>(read.whole_bytes)) != 0 || ::lseek(descriptor_, 0, SEEK_END) < 0) {
    throw OutputError{path, "cannot go on: " + system_message()};
  }
  if (empty) {
    write(sweep::plan_line(plan));
  }
  lines_ = std::move(read.lines);
  found_count_ = lines_.size();
}

void SweepFile::open(const std::string& path) {
  descriptor_ = path == "-" ? STDOUT_FILENO
                            : ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC,
                                     0666);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (descriptor_ < 0) {
    throw OutputError{path, "cannot open: " + system_message()};
  }
}

void SweepFile::write(const std::string& text) {
  for (std::size_t done = 0; descriptor_ >= 0 && done < text.size();) {
    const ssize_t count = ::write(descriptor_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EPIPE) {
      throw ClosedPipe{};
    }
    if (count < 0 && errno != EINTR) {
      throw OutputError{path_, "cannot write: " + system_message()};
    }
    done += count < 0 ? 0 : static_cast<std::size_t>(count);
  }
}

void SweepFile::add(sweep::Line line) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = line.number;
  waiting_.emplace(number, std::move(line));
  while (!waiting_.empty() && waiting_.begin()->first == numbers_[lines_.size()]) {
    write(sweep::cell_line(waiting_.begin()->second));
    lines_.push_back(std::move(waiting_.begin()->second));
    waiting_.erase(waiting_.begin());
  }
}

std::vector<sweep::Line> SweepFile::finish() {
  if (descriptor_ >= 0 && path_ != "-" && ::close(std::exchange(descriptor_, -1)) != 0) {
    throw OutputError{path_, "cannot write: " + system_message()};
  }
  return std::move(lines_);
}

}  // namespace arenasim::sim::cli
