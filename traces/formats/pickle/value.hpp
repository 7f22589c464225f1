// One value of a pickle in a word.
#pragma once

#include <cstdint>

namespace arenasim::traces::pickle {

/// A row is a dict of which a taker made one before it was anywhere else.
enum class Kind : std::uint8_t {
  unset,
  null,
  boolean,
  integer,
  wide,
  wide_negative,
  real,
  string,
  list,
  tuple,
  dict,
  row,
};

/// One value: its kind and 60 bits, which are the value itself (boolean, integer), its number (row) or where the arena
/// keeps it. Equal words are the same value; a string got twice from the memo has one word.
class Value {
 public:
  constexpr Value() = default;
  constexpr Value(Kind kind, std::uint64_t payload) : word_(payload << 4U | static_cast<std::uint64_t>(kind)) {}

  [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(word_ & 15U); }
  [[nodiscard]] constexpr std::uint64_t payload() const { return word_ >> 4U; }
  [[nodiscard]] constexpr std::uint64_t word() const { return word_; }
  [[nodiscard]] constexpr bool is(Kind wanted) const { return kind() == wanted; }
  [[nodiscard]] constexpr bool is_sequence() const { return is(Kind::list) || is(Kind::tuple); }
  [[nodiscard]] constexpr bool is_dict() const { return is(Kind::dict) || is(Kind::row); }
  [[nodiscard]] constexpr bool is_container() const { return kind() >= Kind::list; }
  /// An integer of any width. A boolean is none.
  [[nodiscard]] constexpr bool is_integer() const { return kind() >= Kind::integer && kind() <= Kind::wide_negative; }
  /// An integer that the word holds, and that is not negative: the payload.
  [[nodiscard]] constexpr bool is_short_unsigned() const {
    return is(Kind::integer) && static_cast<std::int64_t>(word_) >= 0;
  }
  /// Of an integer that the word holds.
  [[nodiscard]] constexpr std::int64_t short_signed() const { return static_cast<std::int64_t>(word_) >> 4; }

 private:
  std::uint64_t word_ = 0;
};
static_assert(sizeof(Value) == 8, "a pickle has many");

}  // namespace arenasim::traces::pickle
