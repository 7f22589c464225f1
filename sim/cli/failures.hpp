// What a command can end with besides bad input: wrong usage, an output that cannot be written, a closed pipe.
#pragma once

#include <stdexcept>
#include <string>

namespace arenasim::sim::cli {

/// The command line asks for something that is not there or makes no sense.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An output could not be written; the message names it and says why.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& path, const std::string& why) : std::runtime_error(path + ": " + why) {}
};

/// Whoever read standard output has gone. Nothing is said about it.
struct ClosedPipe {};

/// A scenario that differs, an audit that failed, a threshold that was broken: said by then, only the exit is left.
struct BrokenThreshold {};

}  // namespace arenasim::sim::cli
