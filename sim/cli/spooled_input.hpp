// Standard input, kept in a file, for commands that must read their trace more than once.
#pragma once

#include <string>

namespace arenasim::sim::cli {

/// A copy of standard input in a file that nobody else sees and that goes with this object.
class SpooledInput {
 public:
  /// Reads all of standard input. Throws traces::InputError (io) or OutputError.
  SpooledInput();
  SpooledInput(const SpooledInput&) = delete;
  SpooledInput& operator=(const SpooledInput&) = delete;
  ~SpooledInput();

  /// Can be opened as often as one likes.
  [[nodiscard]] std::string path() const;

 private:
  int descriptor_ = -1;
};

}  // namespace arenasim::sim::cli
