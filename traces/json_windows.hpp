// One large JSON document in constant memory: root members and array elements are cut out of a stream as windows of
// text, each small enough for a JSON library, and what nobody asks for is stepped over without being parsed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/input_error.hpp"
#include "traces/json_tokens.hpp"
#include "traces/source.hpp"

namespace arenasim::traces {

/// The text of one whole value.
struct JsonText {
  std::string_view text;     ///< valid until the windows move on; kJsonPadding bytes after it are readable
  std::uint64_t offset = 0;  ///< of its first byte, in the document
  JsonKind kind{};
  bool may_have_watched = true;  ///< false where what the windows watch for stands in no string of it
};

/// What a JSON library may read, and must not mind, past the end of a text.
inline constexpr std::size_t kJsonPadding = 64;

/// The document ends before its last bracket: what came before is whole.
class CutJson : public InputError {
 public:
  using InputError::InputError;
};

/// One value is not JSON (NaN, Infinity, a misspelt literal), but where it ends is known: the windows stand behind it
/// and can go on.
class BadJsonValue : public InputError {
 public:
  using InputError::InputError;
};

/// A cursor in a JSON document. It stands before a value, and every call below moves it on. All of them throw
/// InputError: `syntax` where the document is no JSON, `limit` past kMaxJsonDepth brackets (at the bracket) or
/// kMaxJsonText bytes of one text.
class JsonWindows {
 public:
  /// A value taken whole, a key or a string is no longer (spec/formats.md 0.6).
  static constexpr std::size_t kMaxJsonText = std::size_t{64} << 20U;

  /// The document starts at the source's next byte, after a byte order mark, blank lines and lines that start with `#`.
  explicit JsonWindows(Source& source);

  /// The kind of the value before which the cursor stands.
  [[nodiscard]] JsonKind kind();

  /// Goes into the object or array before which the cursor stands.
  void enter();

  /// In an object: goes to its next member's value and says its key, unescaped; none: the object is behind the cursor.
  /// The key is valid until the next call.
  [[nodiscard]] std::optional<std::string_view> next_member();

  /// In an array: goes to its next element; false: the array is behind the cursor.
  [[nodiscard]] bool next_element();

  /// Steps over the value, however long it is.
  void skip();

  /// Steps over the value and gives its text.
  [[nodiscard]] JsonText take();

  /// Looks for a text that begins with `[` in the objects and arrays that are taken from now on, for little more than
  /// finding their ends costs. It must outlive this.
  void watch_for(std::string_view text) { watched_ = text; }

  /// After the root value: throws where anything but white space follows.
  void finish();

  /// Bytes of the document before the cursor.
  [[nodiscard]] std::uint64_t offset() const { return start_offset_ + begin_; }

  /// Where in the document the cursor is, or the value last stepped over: `traceEvents[17]`.
  [[nodiscard]] std::string path() const;

  /// The position of the cursor with its path.
  [[nodiscard]] Position position() const { return OffsetPosition{offset(), path()}; }

 private:
  /// An object or array that was entered.
  struct Frame {
    bool object = false;
    std::uint64_t met = 0;  ///< members or elements, the one at the cursor included
    std::string key;
  };

  /// Reads more behind what is there; false at the end of the source.
  bool refill();
  /// The byte `ahead` of the cursor, or none at the end.
  [[nodiscard]] std::optional<char> peek(std::size_t ahead = 0);
  void skip_prologue();
  void skip_spaces();
  /// The next byte that is no space; throws CutJson at the end.
  [[nodiscard]] char next_visible();
  /// Steps to the next member or element; false where the bracket closes, which is stepped over.
  [[nodiscard]] bool next_in(bool object, char closing);
  /// Length of the value at the cursor; its text lies in the buffer.
  [[nodiscard]] std::size_t measure(JsonKind kind);
  [[nodiscard]] std::size_t measure_brackets(bool keep);
  [[nodiscard]] std::size_t measure_string();
  [[nodiscard]] std::size_t measure_scalar();
  void skip_brackets();
  void require_room(std::size_t length) const;
  [[noreturn]] void fail(ErrorClass error_class, std::size_t ahead, std::string text) const;
  [[noreturn]] void fail_cut();

  Source& source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;           // of the cursor in the buffer
  std::size_t end_ = 0;             // of what was read
  std::uint64_t start_offset_ = 0;  // of the buffer's first byte in the document
  bool drained_ = false;            // the source has no more
  std::vector<Frame> frames_;
  std::string key_;
  std::string_view watched_;
  bool may_have_watched_ = true;  // of what was measured last
};

}  // namespace arenasim::traces
