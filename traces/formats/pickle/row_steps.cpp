// Dicts that look like one that became a row are read in one go, from EMPTY_DICT to SETITEMS, without the stack.
#include <algorithm>

#include "traces/formats/pickle/machine.hpp"

namespace arenasim::traces::pickle {
namespace {

constexpr std::ptrdiff_t kHeadBytes = 3;         // EMPTY_DICT MEMOIZE MARK
constexpr std::ptrdiff_t kPairBytes = 14;        // the most of a key and a value, without the bytes of a text or items
constexpr std::size_t kMostIdlePatterns = 1000;  // where dicts keep differing it is not worth the while

std::uint64_t byte_at(const char* at) {
  return static_cast<unsigned char>(*at);
}

Opcode opcode_at(const char* at) {
  return static_cast<Opcode>(byte_at(at));
}

bool is_head(const char* at) {
  return opcode_at(at) == Opcode::empty_dict && opcode_at(at + 1) == Opcode::memoize &&
         opcode_at(at + 2) == Opcode::mark;
}

/// BINGET or LONG_BINGET, which differ in one bit.
bool is_get(std::uint64_t opcode) {
  constexpr auto shorter = static_cast<std::uint64_t>(Opcode::bin_get);
  static_assert((shorter ^ static_cast<std::uint64_t>(Opcode::long_bin_get)) == 2);
  return (opcode & ~std::uint64_t{2}) == shorter;
}

std::uint64_t is_long_get(std::uint64_t opcode) {
  return opcode >> 1U & 1U;
}

/// How long one of them is.
std::ptrdiff_t get_bytes(std::uint64_t opcode) {
  return static_cast<std::ptrdiff_t>(2 + 3 * is_long_get(opcode));
}

/// What one of them gets.
std::uint64_t slot_at(const char* at) {
  return little_endian_at<std::uint32_t>(at + 1) &
         (0xFFU | (0U - static_cast<std::uint32_t>(is_long_get(byte_at(at)))));
}

/// How an opcode of an integer of fixed length says it.
struct Width {
  std::ptrdiff_t bytes = 0;  // with the opcode
  unsigned unused_bits = 0;  // of eight bytes that are read
  std::uint64_t mask = 0;    // of the bits that count once the highest is a sign
};
constexpr std::uint64_t kFirstWidth = 0x4A;
constexpr std::array<Width, 4> kWidths{
    {{5, 32, ~std::uint64_t{0}}, {2, 56, 0xFF}, {}, {3, 48, 0xFFFF}}};  // BININT, BININT1, none, BININT2

/// Of a list, where it has any; null behind others than are in the memo.
const char* behind_items(const char* at, const char* end) {
  if (opcode_at(at) != Opcode::mark) {
    return at;
  }
  ++at;
  while (at < end && is_get(byte_at(at))) {
    at += get_bytes(byte_at(at));
  }
  return opcode_at(at) == Opcode::appends ? at + 1 : nullptr;
}

/// Behind a value that `read_word` or `read_other` may take; null behind another.
const char* behind_value(const char* at, const char* end) {
  switch (opcode_at(at)) {
    case Opcode::none:
    case Opcode::new_true:
    case Opcode::new_false:
      return at + 1;
    case Opcode::bin_get:
    case Opcode::bin_int1:
      return at + 2;
    case Opcode::bin_int2:
      return at + 3;
    case Opcode::long_bin_get:
    case Opcode::bin_int:
      return at + 5;
    case Opcode::long1:
      return at + 2 + byte_at(at + 1);
    case Opcode::short_bin_unicode:
      at += 2 + byte_at(at + 1);
      return opcode_at(at) == Opcode::memoize ? at + 1 : nullptr;
    case Opcode::empty_list:
      return opcode_at(at + 1) == Opcode::memoize ? behind_items(at + 2, end) : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

/// False, and nothing is changed but what is known to be held, where the dict is another, or its values are not plain,
/// or no row is made of them.
bool Machine::push_row(Registers& to) {
  if (pattern_.count == 0 || !is_head(to.at) || !has_room(to.at) || !memo_.is_dense()) {
    return false;
  }
  const char* const behind = read_pairs(to.at + kHeadBytes);
  if (behind == nullptr) {
    return false;
  }
  const std::uint32_t row = taker_->take_placed(values_, draft_.places, bytes_.offset_of(to.at));
  if (row == RowTaker::kNone) {
    return false;
  }
  *to.top++ = keep_draft(row);
  to.at = behind;
  idle_patterns_ = 0;
  return true;
}

// The following read something into the draft and say where it ends; null where it is left to the other steps.

/// Keys, values and SETITEMS.
inline const char* Machine::read_pairs(const char* at) {
  const Memo::View known = memo_.view();
  std::uint8_t height = 0;
  draft_.memoized_count = 0;
  draft_.list = nullptr;
  draft_.height = 0;
  for (const Pattern::Key& key : std::span{pattern_.keys}.first(pattern_.count)) {
    if ((little_endian_at<std::uint64_t>(at) & key.mask) != key.bytes) {
      return nullptr;
    }
    Value value;
    const char* const from = at + key.length;
    at = read_word(from, value, known, height);
    if (at == nullptr) {
      at = read_other(from, value);
      if (at == nullptr) {
        return nullptr;
      }
    }
    draft_.places[key.place] = value;
  }
  draft_.height = std::max(draft_.height, height);
  return opcode_at(at) == Opcode::set_items ? at + 1 : nullptr;
}

/// Leaves what the dict, which became a row, and its values leave in the memo and the arena.
inline Value Machine::keep_draft(std::uint32_t row) {
  const Value dict = values_.row_of(row, draft_.height);
  static_cast<void>(memo_.add(dict));
  for (std::size_t number = 0; number < draft_.memoized_count; ++number) {
    static_cast<void>(memo_.add(draft_.memoized[number]));
  }
  if (draft_.list != nullptr) {
    values_.list_of(bytes_.offset_of(draft_.list), draft_.items, draft_.items_height);
  }
  return dict;
}

/// An integer, or what is in the memo and free of rows; `height` is raised to how deep it lies.
inline const char* Machine::read_word(const char* at, Value& value, const Memo::View& known, std::uint8_t& height) {
  const std::uint64_t opcode = byte_at(at);
  if (opcode == static_cast<std::uint64_t>(Opcode::long1)) {
    value = ValueArena::short_long(at + 2, byte_at(at + 1));
    return value.is(Kind::unset) ? nullptr : at + 2 + byte_at(at + 1);
  }
  if (opcode - kFirstWidth < kWidths.size()) {
    const Width& width = kWidths[opcode - kFirstWidth];
    const auto raised = static_cast<std::int64_t>(little_endian_at<std::uint64_t>(at + 1) << width.unused_bits);
    value = {Kind::integer, static_cast<std::uint64_t>(raised >> width.unused_bits) & width.mask};
    return width.bytes != 0 ? at + width.bytes : nullptr;
  }
  if (!is_get(opcode)) {
    return nullptr;
  }
  value = known.get(slot_at(at));
  return !value.is(Kind::unset) && values_.hold_free_of_rows(value, height) ? at + get_bytes(opcode) : nullptr;
}

/// A text, a list of what is in the memo, or one of three names.
const char* Machine::read_other(const char* at, Value& value) {
  switch (opcode_at(at)) {
    case Opcode::short_bin_unicode:
      return read_text(at, value);
    case Opcode::empty_list:
      return read_list(at, value);
    case Opcode::none:
      value = {Kind::null, 0};
      return at + 1;
    case Opcode::new_true:
    case Opcode::new_false:
      value = {Kind::boolean, opcode_at(at) == Opcode::new_true ? 1U : 0U};
      return at + 1;
    default:
      return nullptr;
  }
}

/// SHORT_BINUNICODE MEMOIZE.
inline const char* Machine::read_text(const char* at, Value& value) {
  const std::ptrdiff_t length = 2 + static_cast<std::ptrdiff_t>(byte_at(at + 1));
  if (bytes_.end() - at < length + pattern_.most_bytes || opcode_at(at + length) != Opcode::memoize) {
    return nullptr;
  }
  value = ValueArena::string(bytes_.offset_of(at));
  draft_.memoized[draft_.memoized_count++] = value;
  return at + length + 1;
}

/// EMPTY_LIST MEMOIZE, then perhaps MARK, items and APPENDS. One in a dict.
inline const char* Machine::read_list(const char* at, Value& value) {
  if (draft_.list != nullptr || opcode_at(at + 1) != Opcode::memoize) {
    return nullptr;
  }
  draft_.list = at;
  draft_.items = {};
  draft_.items_height = 0;
  const char* const behind = opcode_at(at + 2) == Opcode::mark ? read_items(at + 3) : at + 2;
  value = {Kind::list, values_.container_count()};
  draft_.memoized[draft_.memoized_count++] = value;
  draft_.height = ValueArena::above(draft_.items_height);
  return behind != nullptr && has_room(behind) ? behind : nullptr;
}

/// Items and APPENDS. Items that were in a list before are held already.
inline const char* Machine::read_items(const char* at) {
  if (const KnownLists::List* const known = known_lists_.find(bytes_.begin(), at, bytes_.end()); known != nullptr) {
    draft_.items = known->items;
    draft_.items_height = known->height;
    return at + known->length;
  }
  const char* const behind = read_new_items(at);
  if (behind != nullptr) {
    known_lists_.add(bytes_.begin(), at, behind, draft_.items, draft_.items_height);
  }
  return behind;
}

inline const char* Machine::read_new_items(const char* at) {
  const Memo::View known = memo_.view();
  const char* const last = bytes_.end() - kSlack;
  std::size_t count = 0;
  std::uint8_t height = 0;
  while (count < items_.size() && at < last && is_get(byte_at(at))) {
    const Value item = known.get(slot_at(at));
    if (item.is(Kind::unset) || !values_.hold_free_of_rows(item, height)) {
      return nullptr;
    }
    items_[count++] = item;
    at += get_bytes(byte_at(at));
  }
  draft_.items = std::span{items_}.first(count);
  draft_.items_height = height;
  return at < last && opcode_at(at) == Opcode::appends ? at + 1 : nullptr;
}

/// From a dict that became a row and whose SETITEMS stands at `end`.
void Machine::learn_pattern(const char* dict, const char* end) {
  if (idle_patterns_ == kMostIdlePatterns || !is_head(dict)) {
    return;
  }
  ++idle_patterns_;
  const std::span<const std::uint8_t> places = taker_->places();
  Pattern made;
  const char* at = dict + kHeadBytes;
  while (at != nullptr && at < end && made.count < std::min(made.keys.size(), places.size())) {
    if (!is_get(byte_at(at))) {
      return;
    }
    const std::ptrdiff_t length = get_bytes(byte_at(at));
    const std::uint64_t mask = (std::uint64_t{1} << static_cast<unsigned>(8 * length)) - 1;
    made.keys[made.count] = {.bytes = little_endian_at<std::uint64_t>(at) & mask,
                             .mask = mask,
                             .length = length,
                             .place = places[made.count]};
    ++made.count;
    at = behind_value(at + length, end);
  }
  if (at == end && made.count == places.size()) {
    made.most_bytes = kHeadBytes + static_cast<std::ptrdiff_t>(made.count) * kPairBytes + kSlack;
    pattern_ = made;
    draft_.places = {};
  }
}

}  // namespace arenasim::traces::pickle
