// What is wrong with a record, before it is known where the record stands.
#pragma once

#include <cstdint>
#include <string>

#include "traces/input_error.hpp"

namespace arenasim::traces::umpire {

struct Malformed {
  ErrorClass error_class{};
  std::uint64_t column = 0;  ///< of the line, from 1; 0 is the line as a whole
  std::string text;
  std::string field;
};

}  // namespace arenasim::traces::umpire
