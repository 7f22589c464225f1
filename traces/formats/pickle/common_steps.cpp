// The commonest opcodes of a pickle, in a loop that keeps its place in registers. What is rare, or may be wrong, is
// left to the careful steps as it stands.
#include <span>

#include "traces/formats/pickle/machine.hpp"

namespace arenasim::traces::pickle {
namespace {

std::uint64_t byte_at(const char* at) {
  return static_cast<unsigned char>(*at);
}

bool are_keys_strings(std::span<const Value> pairs) {
  bool all = true;
  for (std::size_t at = 0; at < pairs.size(); at += 2) {
    all = all && pairs[at].is(Kind::string);
  }
  return all;
}

}  // namespace

inline bool Machine::push(Registers& to, Value value, std::ptrdiff_t length) const {
  *to.top++ = value;
  to.at += length;
  return true;
}

inline bool Machine::push_container(Registers& to, Kind kind) {
  return push(to, values_.container(kind, bytes_.offset_of(to.at)), 1);
}

/// Of one byte to seven: those that always fit a word.
inline bool Machine::push_long(Registers& to) const {
  const std::uint64_t length = byte_at(to.at + 1);
  const Value value = ValueArena::short_long(to.at + 2, length);
  return !value.is(Kind::unset) && push(to, value, 2 + static_cast<std::ptrdiff_t>(length));
}

inline bool Machine::push_string(Registers& to) const {
  const auto length = static_cast<std::ptrdiff_t>(byte_at(to.at + 1));
  return bytes_.end() - to.at >= 2 + length && push(to, ValueArena::string(bytes_.offset_of(to.at)), 2 + length);
}

inline bool Machine::push_known(Registers& to, std::uint64_t slot, std::ptrdiff_t length) const {
  const Value value = memo_.get(slot);
  return !value.is(Kind::unset) && push(to, value, length);
}

/// Where the pairs above the mark are whole, their keys strings, and a dict lies below.
inline bool Machine::set_items(Registers& to) {
  stack_.set_end(to.top);
  const std::span<const Value> pairs = stack_.above_mark();
  const Value into = stack_.below_mark();
  if (!into.is_dict() || pairs.size() % 2 != 0 || !are_keys_strings(pairs)) {
    return false;
  }
  values_.set(into, pairs, taker_);
  if (into.is(Kind::dict) && values_.row(into)) {
    learn_pattern(bytes_.begin() + values_.offset(into), to.at);
  }
  to.top -= pairs.size();
  static_cast<void>(stack_.take_mark());
  ++to.at;
  return true;
}

/// Where a list lies below the mark.
inline bool Machine::append_items(Registers& to) {
  stack_.set_end(to.top);
  const std::span<const Value> items = stack_.above_mark();
  const Value into = stack_.below_mark();
  if (!into.is(Kind::list)) {
    return false;
  }
  values_.append(into, items);
  to.top -= items.size();
  static_cast<void>(stack_.take_mark());
  ++to.at;
  return true;
}

inline bool Machine::memoize(Registers& to) {
  if (to.top == stack_.floor() || !memo_.add(to.top[-1])) {
    return false;
  }
  ++to.at;
  return true;
}

/// False, and nothing is changed, where the opcode is left to the careful steps.
inline bool Machine::step_common(Registers& to) {
  switch (static_cast<Opcode>(byte_at(to.at))) {
    case Opcode::bin_get:
      return push_known(to, byte_at(to.at + 1), 2);
    case Opcode::long_bin_get:
      return push_known(to, little_endian_at<std::uint32_t>(to.at + 1), 5);
    case Opcode::memoize:
      return memoize(to);
    case Opcode::bin_int1:
      return push(to, {Kind::integer, byte_at(to.at + 1)}, 2);
    case Opcode::bin_int2:
      return push(to, {Kind::integer, little_endian_at<std::uint16_t>(to.at + 1)}, 3);
    case Opcode::bin_int:
      return push(to, ValueArena::short_integer(static_cast<std::int32_t>(little_endian_at<std::uint32_t>(to.at + 1))),
                  5);
    case Opcode::long1:
      return push_long(to);
    case Opcode::short_bin_unicode:
      return push_string(to);
    case Opcode::empty_dict:
      return push_row(to) || push_container(to, Kind::dict);
    case Opcode::empty_list:
      return push_container(to, Kind::list);
    case Opcode::mark:
      stack_.set_end(to.top);
      stack_.mark();
      ++to.at;
      return true;
    case Opcode::set_items:
      return set_items(to);
    case Opcode::appends:
      return append_items(to);
    default:
      return false;
  }
}

void Machine::run_common() {
  if (bytes_.left() <= kSlack) {
    return;
  }
  const char* const last = bytes_.end() - kSlack;
  Registers to{.at = bytes_.at(), .top = stack_.end()};
  while (to.at < last && to.top != stack_.room_end() && step_common(to)) {
  }
  bytes_.go_to(to.at);
  stack_.set_end(to.top);
}

}  // namespace arenasim::traces::pickle
