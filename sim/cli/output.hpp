// A file or standard output as a command writes it: complete, or not there at all.
#pragma once

#include <memory>
#include <ostream>
#include <string>

namespace arenasim::sim::cli {

/// Where output goes to. `-` is standard output; anything else is written beside its path and renamed by `commit`.
/// Paths that are there and no regular file (devices, pipes) are written in place.
class Output {
 public:
  /// Throws OutputError where it cannot be opened.
  explicit Output(const std::string& path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  /// Without a commit before, the file is removed.
  ~Output();

  /// Throws OutputError or ClosedPipe from whatever writes to it.
  [[nodiscard]] std::ostream& stream();

  /// Writes what is buffered and puts the file in its place. Throws OutputError or ClosedPipe.
  void commit();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::sim::cli
