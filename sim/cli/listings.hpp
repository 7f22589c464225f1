// What `list` can print: each a table that some other part reads too.
#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

namespace arenasim::sim::cli {

struct Listing {
  std::string_view name;
  void (*print)(std::ostream& out);
};

[[nodiscard]] std::span<const Listing> listings();

}  // namespace arenasim::sim::cli
