// Files that are being written and must not be left behind when the program is interrupted.
#pragma once

#include <string>

namespace arenasim::sim::cli {

/// From now on SIGINT and SIGTERM remove what is registered here and end the program with 130 or 143, and a closed
/// pipe is an error of `write` instead of a signal.
void handle_signals();

/// A file that is removed on a signal for as long as this lives.
class PartialFile {
 public:
  /// At most eight at a time, with paths of at most 4095 bytes; one beyond that is simply not removed on a signal.
  explicit PartialFile(const std::string& path);
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;
  ~PartialFile();

 private:
  int place_ = -1;
};

}  // namespace arenasim::sim::cli
