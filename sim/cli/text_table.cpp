#include "sim/cli/text_table.hpp"

#include <algorithm>
#include <cstddef>

namespace arenasim::sim::cli {
namespace {

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // not the inside of a character
  }));
}

}  // namespace

void TextTable::print(std::ostream& out) const {
  std::vector<std::size_t> widths;
  for (const Row& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], width(row[column]));
    }
  }
  for (const Row& row : rows_) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      const bool last = column + 1 == row.size();
      out << row[column] << (last ? "\n" : std::string(widths[column] - width(row[column]) + 2, ' '));
    }
  }
}

}  // namespace arenasim::sim::cli
