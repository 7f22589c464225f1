// Where a JSON value ends: brackets are matched 64 bytes at a time, strings and escapes are stepped over, nothing is
// parsed. The bit tricks are those of G. Langdale and D. Lemire, "Parsing gigabytes of JSON per second" (2019).
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arenasim::traces {

/// Brackets open at once, the root's included (spec/formats.md 0.6).
inline constexpr std::size_t kMaxJsonDepth = 128;

/// Steps through the text of one object or array, which may come in pieces.
class JsonBrackets {
 public:
  enum class State : std::uint8_t {
    open,        ///< the value goes on after the bytes that were used
    closed,      ///< the bytes that were used end with the value's last bracket
    too_deep,    ///< the next byte opens bracket number kMaxJsonDepth + 1
    mismatched,  ///< the next byte closes a bracket of the other kind
  };

  struct Step {
    State state{};
    std::size_t used = 0;  ///< bytes of the piece that were stepped over
  };

  /// `outer_depth`: how many brackets are open round the value. `watched`: a text that is looked for on the way and
  /// begins with `[`, or none.
  explicit JsonBrackets(std::size_t outer_depth, std::string_view watched = {})
      : outer_depth_(outer_depth), depth_(outer_depth), watched_(watched) {}

  /// Steps over `piece`, which starts where the one before was used up to. Only the `last` piece is used to its very
  /// end; 63 bytes or fewer are left of others. 64 bytes after the piece must be readable, whatever they hold.
  [[nodiscard]] Step step(std::string_view piece, bool last);

  /// How far from the value's start a letter of NaN or Infinity stands outside strings, where one does.
  [[nodiscard]] std::optional<std::uint64_t> not_a_number() const { return not_a_number_; }

  /// False where the watched text stands in no string of what was stepped over, plain or with `\u00` in it.
  [[nodiscard]] bool may_have_watched() const { return met_watched_; }

  /// True inside a string: a value cut here is cut in a text.
  [[nodiscard]] bool in_string() const { return string_carry_ != 0; }

 private:
  struct Masks;

  [[nodiscard]] static Masks classify(const char* block);
  [[nodiscard]] std::uint64_t escaped(std::uint64_t backslashes);
  [[nodiscard]] std::optional<Step> match(const Masks& masks, std::uint64_t brackets);
  void watch(std::string_view block, std::uint64_t places);
  [[nodiscard]] State open_one(bool object);
  [[nodiscard]] State close_one(bool object);

  std::size_t outer_depth_;
  std::size_t depth_;
  std::string_view watched_;
  bool met_watched_ = false;
  std::bitset<kMaxJsonDepth> is_object_;
  std::uint64_t string_carry_ = 0;  // all ones inside a string
  std::uint64_t escape_carry_ = 0;  // 1 where the next byte is escaped
  std::uint64_t position_ = 0;      // of the block, from the value's start
  std::optional<std::uint64_t> not_a_number_;
};

}  // namespace arenasim::traces
