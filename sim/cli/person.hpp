// Where text for a person goes: standard output, or standard error when standard output carries data.
#pragma once

#include <optional>
#include <ostream>

#include "sim/cli/output.hpp"

namespace arenasim::sim::cli {

enum class When : unsigned char { automatic, always, never };

/// Writes for whoever started the program.
class Person {
 public:
  enum class At : unsigned char { standard_output, standard_error };

  explicit Person(At at);

  [[nodiscard]] std::ostream& text();

  /// True where colours should be used: asked for, or a terminal and no NO_COLOR in the environment.
  [[nodiscard]] bool colored(When when) const;

  /// Hands on what is buffered. Throws OutputError, ClosedPipe.
  void finish();

 private:
  At at_;
  std::optional<Output> output_;
};

}  // namespace arenasim::sim::cli
