#include "traces/json_windows.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "traces/json_brackets.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 20U;

constexpr bool is_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

}  // namespace

JsonWindows::JsonWindows(Source& source) : source_(source), buffer_(kFirstBuffer + kJsonPadding) {
  skip_prologue();
}

bool JsonWindows::refill() {
  if (drained_) {
    return false;
  }
  const std::size_t capacity = buffer_.size() - kJsonPadding;
  if (end_ == capacity && begin_ > capacity / 2) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    start_offset_ += begin_;
    end_ -= begin_;
    begin_ = 0;
  } else if (end_ == capacity) {
    require_room(end_ - begin_);
    buffer_.resize(2 * capacity + kJsonPadding);
  }
  const std::size_t room = buffer_.size() - kJsonPadding - end_;
  const std::size_t got = source_.read(std::as_writable_bytes(std::span(buffer_.data() + end_, room)));
  drained_ = got == 0;
  end_ += got;
  return got != 0;
}

std::optional<char> JsonWindows::peek(std::size_t ahead) {
  while (end_ - begin_ <= ahead) {
    if (!refill()) {
      return std::nullopt;
    }
  }
  return buffer_[begin_ + ahead];
}

void JsonWindows::skip_spaces() {
  for (;;) {
    while (begin_ < end_ && is_space(buffer_[begin_])) {
      ++begin_;
    }
    if (begin_ < end_ || !refill()) {
      return;
    }
  }
}

void JsonWindows::skip_prologue() {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (peek(mark.size() - 1) && std::string_view(buffer_.data(), mark.size()) == mark) {
    begin_ = mark.size();
  }
  skip_spaces();
  while (peek() == '#') {
    while (peek() && peek() != '\n') {
      ++begin_;
    }
    skip_spaces();
  }
}

char JsonWindows::next_visible() {
  skip_spaces();
  if (begin_ == end_) {
    fail_cut();
  }
  return buffer_[begin_];
}

JsonKind JsonWindows::kind() {
  return json_kind(next_visible());
}

void JsonWindows::enter() {
  const char first = next_visible();
  if (first != '{' && first != '[') {
    fail(ErrorClass::syntax, 0, "expected an object or an array");
  }
  if (frames_.size() == kMaxJsonDepth) {
    fail(ErrorClass::limit, 0, "more than 128 brackets are open");
  }
  ++begin_;
  frames_.push_back(Frame{first == '{', 0, {}});
}

bool JsonWindows::next_in(bool object, char closing) {
  Frame& frame = frames_.back();
  char next = next_visible();
  if (next == closing) {
    ++begin_;
    frames_.pop_back();
    return false;
  }
  if (frame.met != 0) {
    if (next != ',') {
      fail(ErrorClass::syntax, 0, object ? "expected a comma or }" : "expected a comma or ]");
    }
    ++begin_;
    next = next_visible();
  }
  if (next == ',' || next == ':' || next == ']' || next == '}') {
    fail(ErrorClass::syntax, 0, object ? "expected a key" : "expected a value");
  }
  ++frame.met;
  return true;
}

std::optional<std::string_view> JsonWindows::next_member() {
  if (!next_in(true, '}')) {
    return std::nullopt;
  }
  frames_.back().key.clear();
  if (kind() != JsonKind::string) {
    fail(ErrorClass::syntax, 0, "expected a key in quotes");
  }
  const JsonText quoted = take();
  key_.assign(quoted.text.substr(1, quoted.text.size() - 2));
  if (key_.find('\\') != std::string::npos) {
    std::optional<std::string> key = unescaped_json(quoted.text);
    if (!key) {
      throw InputError(ErrorClass::syntax, OffsetPosition{quoted.offset, path()}, "a key with a broken escape");
    }
    key_ = *std::move(key);
  }
  frames_.back().key = key_;
  if (next_visible() != ':') {
    fail(ErrorClass::syntax, 0, "expected a colon");
  }
  ++begin_;
  static_cast<void>(next_visible());
  return key_;
}

bool JsonWindows::next_element() {
  return next_in(false, ']');
}

std::size_t JsonWindows::measure_brackets(bool keep) {
  JsonBrackets brackets(frames_.size(), watched_);
  const std::uint64_t start = offset();
  std::size_t used = 0;
  for (;;) {
    const auto [state, stepped] =
        brackets.step(std::string_view(buffer_.data() + begin_ + used, end_ - begin_ - used), drained_);
    used += stepped;
    if (state == JsonBrackets::State::too_deep) {
      fail(ErrorClass::limit, used, "more than 128 brackets are open");
    }
    if (state == JsonBrackets::State::mismatched) {
      fail(ErrorClass::syntax, used, "a bracket of the other kind closes");
    }
    if (state == JsonBrackets::State::closed) {
      break;
    }
    if (!keep) {
      begin_ += std::exchange(used, 0);
    }
    if (drained_) {
      fail_cut();
    }
    static_cast<void>(refill());
  }
  may_have_watched_ = brackets.may_have_watched();
  if (const auto foreign = brackets.not_a_number()) {
    begin_ += used;
    throw BadJsonValue(ErrorClass::syntax, OffsetPosition{start + *foreign, path()}, "NaN and Infinity are not JSON");
  }
  return used;
}

std::size_t JsonWindows::measure_string() {
  for (std::size_t length = 1;; ++length) {
    const std::optional<char> byte = peek(length);
    if (!byte) {
      fail_cut();
    }
    if (*byte == '"') {
      return length + 1;
    }
    if (*byte == '\\') {
      ++length;
    }
  }
}

std::size_t JsonWindows::measure_scalar() {
  std::size_t length = 0;
  for (std::optional<char> byte = peek(); byte; byte = peek(++length)) {
    if (is_space(*byte) || std::strchr(",:[]{}\"", *byte) != nullptr) {
      break;
    }
  }
  if (!peek(length)) {
    if (!frames_.empty()) {
      fail_cut();
    }
  }
  const std::uint64_t start = offset();
  const std::string_view text(buffer_.data() + begin_, length);
  if (!is_json_scalar(text)) {
    begin_ += length;
    throw BadJsonValue(ErrorClass::syntax, OffsetPosition{start, path()}, "expected a JSON value");
  }
  return length;
}

std::size_t JsonWindows::measure(JsonKind kind) {
  switch (kind) {
    case JsonKind::string:
      return measure_string();
    case JsonKind::scalar:
      return measure_scalar();
    case JsonKind::object:
    case JsonKind::array:
      break;
  }
  return measure_brackets(true);
}

void JsonWindows::skip() {
  const JsonKind value = kind();
  const bool brackets = value == JsonKind::object || value == JsonKind::array;
  begin_ += brackets ? measure_brackets(false) : measure(value);
}

JsonText JsonWindows::take() {
  const JsonKind value = kind();
  const std::uint64_t start = offset();
  may_have_watched_ = true;
  const std::size_t length = measure(value);
  const JsonText taken{std::string_view(buffer_.data() + begin_, length), start, value, may_have_watched_};
  begin_ += length;
  return taken;
}

void JsonWindows::finish() {
  skip_spaces();
  if (begin_ != end_) {
    fail(ErrorClass::syntax, 0, "the document goes on after its last bracket");
  }
}

std::string JsonWindows::path() const {
  std::string result;
  for (const Frame& frame : frames_) {
    if (frame.met == 0) {
      break;
    }
    if (!frame.object) {
      result += '[' + std::to_string(frame.met - 1) + ']';
    } else if (!frame.key.empty()) {
      result += (result.empty() ? "" : ".") + frame.key;
    }
  }
  return result;
}

void JsonWindows::require_room(std::size_t length) const {
  if (length > kMaxJsonText) {
    fail(ErrorClass::limit, 0, "a value of more than 64 MiB");
  }
}

void JsonWindows::fail(ErrorClass error_class, std::size_t ahead, std::string text) const {
  throw InputError(error_class, OffsetPosition{offset() + ahead, path()}, std::move(text));
}

void JsonWindows::fail_cut() {
  begin_ = end_;
  throw CutJson(ErrorClass::syntax, OffsetPosition{offset(), path()}, "the document ends before its last bracket");
}

}  // namespace arenasim::traces
