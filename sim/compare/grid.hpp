// A table for a person: words left, figures right, heads of several words on several lines; as text or as Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/report/words.hpp"

namespace arenasim::sim::compare {

class Grid {
 public:
  struct Field {
    std::string text;
    report::Mark mark = report::Mark::plain;
    bool best = false;  ///< of its column
  };

  /// The first `words_count` columns are words, the others figures.
  Grid(std::vector<std::string> heads, std::size_t words_count);

  void add(std::vector<Field> row) { rows_.push_back(std::move(row)); }

  /// For a terminal: what is best carries a `*`, and colour where there is colour.
  [[nodiscard]] std::string text(report::Colors colors) const;

  /// A GitHub and GitLab table: what is best is bold.
  [[nodiscard]] std::string markdown() const;

 private:
  std::vector<std::string> heads_;
  std::size_t words_count_;
  std::vector<std::vector<Field>> rows_;
};

/// A text as it stands in Markdown, on one line, in a cell of a table too.
[[nodiscard]] std::string escaped_markdown(const std::string& text);

}  // namespace arenasim::sim::compare
