#include "traces/lines.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "traces/unwrap.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;

}  // namespace

void refuse_utf16(std::string_view start) {
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
    throw InputError{ErrorClass::encoding, OffsetPosition{}, "UTF-16 text; only UTF-8 is read"};
  }
}

LineReader::LineReader(Source& source, bool lenient, Ends ends)
    : source_(source),
      buffer_(kBlockBytes + kReadableBytes),
      position_(buffer_.data()),
      end_(position_),
      ends_(ends),
      lenient_(lenient) {}

void LineReader::fill() {
  const auto kept = static_cast<std::size_t>(end_ - position_);
  if (kept > kMaxLineBytes) {
    throw InputError{ErrorClass::limit, LinePosition{number_ + 1, 0}, "a line of over 16 MiB"};
  }
  std::memmove(buffer_.data(), position_, kept);
  if (buffer_.size() - kReadableBytes - kept < kBlockBytes / 2) {
    buffer_.resize(buffer_.size() * 2);
  }
  position_ = buffer_.data();
  end_ = position_ + kept;
  try {
    const auto room = std::span{buffer_}.subspan(kept, buffer_.size() - kReadableBytes - kept);
    const std::size_t got = source_.read(std::as_writable_bytes(room));
    end_ += got;
    finished_ = got == 0;
  } catch (const CutContainer&) {
    if (!lenient_ || (number_ == 0 && kept == 0)) {
      throw;
    }
    finished_ = truncated_ = true;
    end_ = position_;  // what stands before the cut is no whole line
  }
  buffer_[static_cast<std::size_t>(end_ - buffer_.data())] = '\n';
}

void LineReader::skip_byte_order_mark() {
  started_ = true;
  while (!finished_ && end_ - position_ < 3) {
    fill();
  }
  const std::string_view start{position_, static_cast<std::size_t>(end_ - position_)};
  refuse_utf16(start);
  if (start.starts_with(kByteOrderMark)) {
    position_ += kByteOrderMark.size();
  }
}

bool LineReader::next_slowly(std::string_view& line) {
  if (!started_) {
    skip_byte_order_mark();
  }
  std::size_t searched = 0;
  while (true) {
    const std::string_view rest{position_, static_cast<std::size_t>(end_ - position_)};
    const std::size_t length = rest.find_first_of(ends_ == Ends::lf_or_crlf ? "\n" : "\r\n", searched);
    // A CR as the last byte seen may be half of a CRLF.
    const bool undecided = length != std::string_view::npos && rest[length] == '\r' && length + 1 == rest.size();
    if (length != std::string_view::npos && (!undecided || finished_)) {
      if (length > kMaxLineBytes) {
        throw InputError{ErrorClass::limit, LinePosition{number_ + 1, 0}, "a line of over 16 MiB"};
      }
      give(line, length, rest.substr(length, 2) == "\r\n" ? 2 : 1);
      return true;
    }
    if (finished_) {
      if (rest.empty()) {
        return false;
      }
      give(line, rest.size(), 0);
      return true;
    }
    searched = undecided ? length : rest.size();
    fill();
  }
}

}  // namespace arenasim::traces
