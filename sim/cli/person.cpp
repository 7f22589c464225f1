#include "sim/cli/person.hpp"

#include <cstdlib>
#include <iostream>

#include <unistd.h>

namespace arenasim::sim::cli {

Person::Person(At at) : at_(at) {
  if (at_ == At::standard_output) {
    output_.emplace("-");
  }
}

std::ostream& Person::text() {
  return output_ ? output_->stream() : std::cerr;
}

bool Person::colored(When when) const {
  if (when != When::automatic) {
    return when == When::always;
  }
  const char* refused = std::getenv("NO_COLOR");
  const bool wanted = refused == nullptr || *refused == '\0';
  return wanted && ::isatty(at_ == At::standard_output ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

void Person::finish() {
  if (output_) {
    output_->commit();
  }
}

}  // namespace arenasim::sim::cli
