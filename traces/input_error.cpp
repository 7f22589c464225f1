#include "traces/input_error.hpp"

#include <utility>

#include <fmt/format.h>

namespace arenasim::traces {
namespace {

/// What stands behind the file's name: `:LINE:COL`, `@OFFSET`, ` row N`, or nothing.
struct PositionText {
  std::string operator()(const WholeFile& /*file*/) const { return {}; }
  std::string operator()(const LinePosition& at) const {
    return at.column == 0 ? fmt::format(":{}", at.line) : fmt::format(":{}:{}", at.line, at.column);
  }
  std::string operator()(const OffsetPosition& at) const {
    return at.path.empty() ? fmt::format("@{}", at.offset) : fmt::format("@{} {}", at.offset, at.path);
  }
  std::string operator()(const RowPosition& at) const { return fmt::format(" row {}", at.row); }
};

}  // namespace

InputError::InputError(ErrorClass error_class, Position position, std::string text, std::string field)
    : class_(error_class), position_(std::move(position)), text_(std::move(text)), field_(std::move(field)) {
  compose();
}

void InputError::set_file(std::string file, std::string unwrapped_from) {
  file_ = std::move(file);
  unwrapped_from_ = std::move(unwrapped_from);
  compose();
}

void InputError::compose() {
  message_ = fmt::format("{}{}: {}: {}", file_.empty() ? "input" : file_, std::visit(PositionText{}, position_),
                         name(class_), text_);
  if (!unwrapped_from_.empty() && !std::holds_alternative<WholeFile>(position_)) {
    message_ += fmt::format(", in unwrapped {}", unwrapped_from_);
  }
  if (!field_.empty()) {
    message_ += fmt::format(" (field {})", field_);
  }
}

}  // namespace arenasim::traces
