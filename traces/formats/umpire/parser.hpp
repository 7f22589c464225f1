// From a line of JSON to a record.
#pragma once

#include <memory>
#include <string_view>

#include "traces/formats/umpire/record.hpp"

namespace arenasim::traces::umpire {

class Parser {
 public:
  Parser();
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  /// Throws Malformed.
  [[nodiscard]] Record parse(std::string_view line);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::traces::umpire
