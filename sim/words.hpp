// The words of one line, each with its column, and what a word can say: numbers, with errors that name the place.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/ids.hpp"
#include "core/units.hpp"

namespace arenasim::sim {

/// A word and where it stands: a column from 1.
struct Word {
  std::string_view text;
  std::uint64_t column = 0;
};

/// Takes words off the front of a line. Every error is a traces::InputError at `line`, with the word's column.
class Words {
 public:
  /// `line` and the column of its first byte, both from 1.
  Words(std::string_view text, std::uint64_t line, std::uint64_t first_column = 1);

  [[nodiscard]] bool empty() const { return rest_.empty(); }

  /// The next word. `missing_field` where there is none; `what` names what was expected.
  [[nodiscard]] Word next(std::string_view what);

  /// What is left, without blanks at its ends. `missing_field` where nothing is.
  [[nodiscard]] Word remainder(std::string_view what);

  // The next word as a number: `bad_value` or `range` where it is none.
  [[nodiscard]] std::uint64_t next_count(std::string_view what);
  [[nodiscard]] core::Bytes next_bytes(std::string_view what) { return core::Bytes{next_count(what)}; }
  [[nodiscard]] core::StreamId next_stream();

  /// `syntax` where words are left.
  void expect_end();

  /// The digits of `word` as a number, with the same errors.
  [[nodiscard]] std::uint64_t count_of(Word word, std::string_view what) const;

  /// An error at `word`: class `bad_value` about field `what`.
  [[noreturn]] void reject(Word word, std::string_view what, std::string_view expected) const;

 private:
  void skip_blanks();

  std::string_view rest_;
  std::uint64_t line_;
  std::uint64_t column_;
};

}  // namespace arenasim::sim
