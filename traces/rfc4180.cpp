#include "traces/rfc4180.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arenasim::traces {

LinePosition Field::place(std::size_t byte) const {
  LinePosition at = position;
  at.column += quoted ? 1U : 0U;
  for (const char character : text.substr(0, byte)) {
    at.column += character == '"' ? 2 : 1;
    if (character == '\n') {
      at = {at.line + 1, 1};
    }
  }
  return at;
}

RecordReader::RecordReader(LineReader& lines, char delimiter, Quotes quotes)
    : lines_(lines), delimiter_(delimiter), quotes_(quotes) {}

bool RecordReader::next() {
  std::string_view line;
  while (lines_.next(line)) {
    if (begin(line)) {
      return true;
    }
  }
  return false;
}

bool RecordReader::begin(std::string_view line) {
  if (is_blank(line) || line.front() == '#') {
    return false;
  }
  start_ = lines_.at();
  if (quotes_ == Quotes::understood && line.find('"') != std::string_view::npos) {
    split_quoted(line);
  } else {
    split_plain(line);
  }
  return true;
}

void RecordReader::split_plain(std::string_view line) {
  fields_.clear();
  const char* begin = line.data();
  const char* const end = begin + line.size();
  while (true) {
    const char* const stop = std::find(begin, end, delimiter_);
    fields_.push_back({{begin, static_cast<std::size_t>(stop - begin)}, lines_.at(line, begin), false});
    if (stop == end) {
      break;
    }
    begin = stop + 1;
  }
  end_ = lines_.at(line.size() + 1);
}

void RecordReader::split_quoted(std::string_view line) {
  pieces_.clear();
  record_.assign(line);
  line_start_ = 0;
  std::size_t begin = 0;
  while (true) {
    pieces_.push_back(take_piece(begin));
    const Piece& piece = pieces_.back();
    const std::size_t stop = piece.begin + piece.length + (piece.quoted ? 1U : 0U);
    if (stop == record_.size()) {
      break;
    }
    if (record_[stop] != delimiter_) {
      throw InputError{ErrorClass::syntax, place(stop),
                       fmt::format("text behind a closing quote; `{}` or the end of the line is expected", delimiter_)};
    }
    begin = stop + 1;
  }
  end_ = place(record_.size());
  make_fields();
}

RecordReader::Piece RecordReader::take_piece(std::size_t begin) {
  Piece piece{begin, 0, place(begin), false, false};
  if (begin < record_.size() && record_[begin] == '"') {
    piece.quoted = true;
    ++piece.begin;
    read_to_quote(piece);
    return piece;
  }
  const std::size_t stop = std::min(record_.find(delimiter_, begin), record_.size());
  piece.length = stop - begin;
  const std::size_t quote = record_.find('"', begin);
  if (quote < stop) {
    throw InputError{ErrorClass::syntax, place(quote), "a quote inside a field that does not begin with one"};
  }
  return piece;
}

void RecordReader::read_to_quote(Piece& piece) {
  std::size_t search = piece.begin;
  while (true) {
    const std::size_t quote = record_.find('"', search);
    if (quote == std::string::npos) {
      search = record_.size();
      const std::string_view line_end = lines_.line_end();
      record_.append(line_end);
      line_start_ = record_.size();
      std::string_view line;
      if (record_.size() > kMaxLineBytes) {
        throw InputError{ErrorClass::limit, start_, "a record of over 16 MiB"};
      }
      if (!lines_.next(line)) {
        recoverable_ = false;
        throw InputError{ErrorClass::syntax, piece.position, "a quote that is never closed"};
      }
      record_.append(line);
    } else if (quote + 1 < record_.size() && record_[quote + 1] == '"') {
      piece.escaped = true;
      search = quote + 2;
    } else {
      piece.length = quote - piece.begin;
      return;
    }
  }
}

void RecordReader::make_fields() {
  fields_.clear();
  unescaped_.clear();
  unescaped_.reserve(pieces_.size());  // views must stay good
  for (const Piece& piece : pieces_) {
    std::string_view text = std::string_view{record_}.substr(piece.begin, piece.length);
    if (piece.escaped) {
      std::string& plain = unescaped_.emplace_back();
      for (std::size_t at = 0; at < text.size(); ++at) {
        plain += text[at];
        at += text[at] == '"' ? 1U : 0U;
      }
      text = plain;
    }
    fields_.push_back({text, piece.position, piece.quoted});
  }
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? text.substr(text.size())
                                         : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string small{text};
  for (char& character : small) {
    if (character >= 'A' && character <= 'Z') {
      character = static_cast<char>(character - 'A' + 'a');
    }
  }
  return small;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace arenasim::traces
