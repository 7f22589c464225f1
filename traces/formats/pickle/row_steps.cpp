// Dicts that look like the last one that became a row are read in one go, from EMPTY_DICT to SETITEMS, without the
// stack.
#include "traces/formats/pickle/machine.hpp"

namespace arenasim::traces::pickle {
namespace {

constexpr std::ptrdiff_t kHeadBytes = 3;         // EMPTY_DICT MEMOIZE MARK
constexpr std::size_t kMostIdlePatterns = 1000;  // where dicts keep differing it is not worth the while

Opcode opcode_at(const char* at) {
  return static_cast<Opcode>(static_cast<unsigned char>(*at));
}

bool is_head(const char* at) {
  return opcode_at(at) == Opcode::empty_dict && opcode_at(at + 1) == Opcode::memoize &&
         opcode_at(at + 2) == Opcode::mark;
}

}  // namespace

/// False, and nothing is changed, where the dict is another, or its values are not plain, or no row is made of them.
bool Machine::push_row(Registers& to) {
  const std::ptrdiff_t most = kHeadBytes + static_cast<std::ptrdiff_t>(pattern_.count) * Pattern::kMostBytes + kSlack;
  if (pattern_.count == 0 || bytes_.end() - to.at < most || !is_head(to.at) || !memo_.is_dense()) {
    return false;
  }
  std::array<Value, Pattern::kMostKeys> values;
  const char* at = to.at + kHeadBytes;
  for (std::size_t number = 0; number < pattern_.count; ++number) {
    const Pattern::Key& key = pattern_.keys[number];
    if ((little_endian_at<std::uint64_t>(at) & key.mask) != key.bytes) {
      return false;
    }
    at += key.length;
    if (!read_plain(at, values[number])) {
      return false;
    }
  }
  const std::span<const Value> taken = std::span{values}.first(pattern_.count);
  const std::uint32_t row = opcode_at(at) == Opcode::set_items ? taker_->take_alike(values_, taken) : RowTaker::kNone;
  if (row == RowTaker::kNone) {
    return false;
  }
  const Value dict = values_.add_row(bytes_.offset_of(to.at), row, taken);
  static_cast<void>(memo_.add(dict));
  idle_patterns_ = 0;
  *to.top++ = dict;
  to.at = at + 1;
  return true;
}

/// A value that one opcode pushes, no string of its own; steps behind it. A container must be free of rows.
inline bool Machine::read_plain(const char*& at, Value& value) const {
  const char* const from = at;
  switch (opcode_at(from)) {
    case Opcode::bin_get:
      at += 2;
      value = memo_.get(static_cast<unsigned char>(from[1]));
      return !value.is(Kind::unset) && values_.is_free_of_rows(value);
    case Opcode::long_bin_get:
      at += 5;
      value = memo_.get(little_endian_at<std::uint32_t>(from + 1));
      return !value.is(Kind::unset) && values_.is_free_of_rows(value);
    case Opcode::bin_int1:
      at += 2;
      value = {Kind::integer, static_cast<unsigned char>(from[1])};
      return true;
    case Opcode::bin_int2:
      at += 3;
      value = {Kind::integer, little_endian_at<std::uint16_t>(from + 1)};
      return true;
    case Opcode::bin_int:
      at += 5;
      value = ValueArena::short_integer(static_cast<std::int32_t>(little_endian_at<std::uint32_t>(from + 1)));
      return true;
    case Opcode::long1: {
      const std::uint64_t length = static_cast<unsigned char>(from[1]);
      at += 2 + static_cast<std::ptrdiff_t>(length);
      value = ValueArena::short_long(from + 2, length);
      return !value.is(Kind::unset);
    }
    default:
      return false;
  }
}

/// From a dict that became a row and whose SETITEMS stands at `end`.
void Machine::learn_pattern(const char* dict, const char* end) {
  if (idle_patterns_ == kMostIdlePatterns || !is_head(dict)) {
    return;
  }
  ++idle_patterns_;
  Pattern made;
  Value value;
  const char* at = dict + kHeadBytes;
  while (at < end && made.count < Pattern::kMostKeys) {
    const Opcode opcode = opcode_at(at);
    const std::ptrdiff_t length = opcode == Opcode::bin_get ? 2 : 5;
    if (opcode != Opcode::bin_get && opcode != Opcode::long_bin_get) {
      return;
    }
    const std::uint64_t mask = (std::uint64_t{1} << static_cast<unsigned>(8 * length)) - 1;
    made.keys[made.count++] = {.bytes = little_endian_at<std::uint64_t>(at) & mask, .mask = mask, .length = length};
    at += length;
    if (!read_plain(at, value)) {
      return;
    }
  }
  if (at == end) {
    pattern_ = made;
  }
}

}  // namespace arenasim::traces::pickle
