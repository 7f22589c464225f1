// Bad input, with where it is and what was expected (spec/formats.md 0.4).
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <variant>

namespace arenasim::traces {

enum class ErrorClass : std::uint8_t {
  io,
  container,
  unknown_format,
  ambiguous_device,
  syntax,
  encoding,
  missing_field,
  bad_value,
  range,
  unsupported,
  limit,
  checksum,
  truncated,
  inconsistent,
  empty,
};

[[nodiscard]] constexpr std::string_view name(ErrorClass error_class) {
  constexpr std::array<std::string_view, 15> names{"io",        "container",    "unknown_format", "ambiguous_device",
                                                   "syntax",    "encoding",     "missing_field",  "bad_value",
                                                   "range",     "unsupported",  "limit",          "checksum",
                                                   "truncated", "inconsistent", "empty"};
  return names[static_cast<std::size_t>(error_class)];
}

/// Counted from 1; a column is a byte of the line. Column 0: the line as a whole.
struct LinePosition {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Counted from 0, in the unwrapped stream. `path` names the element, e.g. `traceEvents[17].args.Bytes` or `block 3`;
/// empty where there is none.
struct OffsetPosition {
  std::uint64_t offset = 0;
  std::string path;
};

/// SQLite and the like: `row N`.
struct RowPosition {
  std::uint64_t row = 0;
};

/// The file as a whole.
struct WholeFile {};

using Position = std::variant<WholeFile, LinePosition, OffsetPosition, RowPosition>;

/// What a reader found wrong. The file's name and containers are added by whoever opened it.
class InputError : public std::exception {
 public:
  /// `text` says what was found and what was expected; `field` may be empty.
  InputError(ErrorClass error_class, Position position, std::string text, std::string field = {});

  /// Gives the file it is about. `unwrapped_from` is the outermost container ("gzip", "zstd") where positions are not
  /// the file's own, else empty.
  void set_file(std::string file, std::string unwrapped_from = {});

  [[nodiscard]] ErrorClass error_class() const { return class_; }
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const std::string& field() const { return field_; }

  /// The message of spec/formats.md 0.4.
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  void compose();

  ErrorClass class_;
  Position position_;
  std::string text_;
  std::string field_;
  std::string file_;
  std::string unwrapped_from_;
  std::string message_;
};

}  // namespace arenasim::traces
