#include "sim/compare/grid.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <utility>

namespace arenasim::sim::compare {
namespace {

constexpr std::size_t kHeadWidth = 13;

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;  // not the inside of a character
  }));
}

/// The words of a head, on as few lines as hold them.
std::vector<std::string> wrapped(const std::string& head) {
  std::vector<std::string> lines;
  std::istringstream words(head);
  for (std::string word; words >> word;) {
    if (lines.empty() || width(lines.back()) + 1 + width(word) > kHeadWidth) {
      lines.push_back(word);
    } else {
      lines.back() += " " + word;
    }
  }
  return lines;
}

std::string padded(const std::string& text, std::size_t to, bool left) {
  const std::string blanks(to - std::min(to, width(text)), ' ');
  return left ? text + blanks : blanks + text;
}

std::string colored(const std::string& text, report::Mark mark) {
  std::string_view color;
  if (mark == report::Mark::good) {
    color = "\x1b[32m";
  } else if (mark == report::Mark::bad) {
    color = "\x1b[31m";
  } else if (mark == report::Mark::heading) {
    color = "\x1b[1m";
  } else if (mark == report::Mark::faint) {
    color = "\x1b[2m";
  }
  std::string out(color);
  out += text;
  out += color.empty() ? "" : "\x1b[0m";
  return out;
}

bool is_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

std::string without_end_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

Grid::Grid(std::vector<std::string> heads, std::size_t words_count)
    : heads_(std::move(heads)), words_count_(words_count) {}

std::string Grid::text(report::Colors colors) const {
  std::vector<std::vector<std::string>> heads;
  std::vector<std::size_t> widths;
  std::size_t head_lines = 0;
  for (std::size_t column = 0; column < heads_.size(); ++column) {
    heads.push_back(wrapped(heads_[column]));
    head_lines = std::max(head_lines, heads.back().size());
    std::size_t widest = 0;
    for (const std::string& line : heads.back()) {
      widest = std::max(widest, width(line));
    }
    for (const std::vector<Field>& row : rows_) {
      widest = std::max(widest, width(row[column].text));
    }
    widths.push_back(widest);
  }
  std::string out;
  for (std::size_t line = 0; line < head_lines; ++line) {
    std::string text;
    for (std::size_t column = 0; column < heads.size(); ++column) {
      const std::size_t above = head_lines - heads[column].size();  // heads stand on the table
      text += padded(line < above ? std::string() : heads[column][line - above], widths[column], column < words_count_);
      text += "   ";
    }
    text = without_end_blanks(std::move(text));
    out += colors == report::Colors::on ? colored(text, report::Mark::heading) : text;
    out += '\n';
  }
  for (const std::vector<Field>& row : rows_) {
    std::string text;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string field = padded(row[column].text, widths[column], column < words_count_);
      text += colors == report::Colors::on ? colored(field, row[column].mark) : field;
      text += row[column].best ? " * " : "   ";
    }
    out += without_end_blanks(std::move(text)) + "\n";
  }
  return out;
}

std::string Grid::markdown() const {
  std::string out = "|";
  std::string rule = "|";
  for (std::size_t column = 0; column < heads_.size(); ++column) {
    out += " " + escaped_markdown(heads_[column]) + " |";
    rule += column < words_count_ ? " :--- |" : " ---: |";
  }
  out += "\n" + rule + "\n";
  for (const std::vector<Field>& row : rows_) {
    out += "|";
    for (const Field& field : row) {
      const std::string text = escaped_markdown(field.text);
      out += " ";
      out += field.best && !text.empty() ? "**" + text + "**" : text;
      out += " |";
    }
    out += "\n";
  }
  return out;
}

std::string escaped_markdown(const std::string& text) {
  constexpr std::string_view kSpecial = "|*<>`\\[]~&#";
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool in_word = at > 0 && at + 1 < text.size() && is_of_word(text[at - 1]) && is_of_word(text[at + 1]);
    if (kSpecial.find(text[at]) != std::string_view::npos || (text[at] == '_' && !in_word)) {
      out += '\\';
    }
    out += text[at] == '\n' || text[at] == '\r' ? ' ' : text[at];
  }
  return out;
}

}  // namespace arenasim::sim::compare
