// Columns of text, each as wide as its widest cell.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace arenasim::sim::cli {

class TextTable {
 public:
  using Row = std::vector<std::string>;

  explicit TextTable(Row heads) : rows_{std::move(heads)} {}

  void add(Row row) { rows_.push_back(std::move(row)); }

  /// Widths are counted in characters, for UTF-8.
  void print(std::ostream& out) const;

 private:
  std::vector<Row> rows_;
};

}  // namespace arenasim::sim::cli
