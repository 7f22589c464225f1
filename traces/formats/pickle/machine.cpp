#include "traces/formats/pickle/machine.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace arenasim::traces::pickle {
namespace {

constexpr std::uint64_t kLongestString = std::uint64_t{64} << 20U;
constexpr std::size_t kLongestLong = 9;
constexpr unsigned kFirstProtocol = 2;
constexpr unsigned kLastProtocol = 5;

}  // namespace

Unpickled Machine::run() {
  expect_protocol();
  do {
    run_common();
  } while (step());
  if (!stack_.is_done()) {
    fail(ErrorClass::syntax, "STOP where the stack does not hold one value");
  }
  need(1);
  if (bytes_.left() != 0) {
    throw InputError(ErrorClass::syntax, OffsetPosition{bytes_.offset(), {}}, "bytes after STOP");
  }
  return {std::move(values_), stack_.from(0).front(), opcode_at_};
}

/// Has that many bytes at hand, where there are so many.
void Machine::need(std::uint64_t count) {
  if (count > bytes_.left() && rest_ != nullptr) {
    read_on(count);
  }
}

void Machine::read_on(std::uint64_t count) {
  constexpr std::uint64_t at_once = std::uint64_t{256} << 10U;
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - bytes_.offset();
  static_cast<void>(rest_->read_to(bytes_.offset() + std::min(std::max(count, at_once), most)));
  bytes_ = ByteReader(rest_->text(), bytes_.offset());
  values_.set_bytes(rest_->text());
}

/// One opcode, whatever it is; false after STOP.
bool Machine::step() {
  need(kSlack);
  opcode_at_ = bytes_.offset();
  const auto opcode = static_cast<Opcode>(bytes_.number<1>());
  if (step_container(opcode) || step_memo(opcode) || step_scalar(opcode)) {
    return true;
  }
  if (opcode != Opcode::stop) {
    throw refused_opcode(static_cast<std::uint8_t>(opcode), opcode_at_);
  }
  return false;
}

void Machine::expect_protocol() {
  need(2);
  if (static_cast<Opcode>(bytes_.number<1>()) != Opcode::proto) {
    fail(ErrorClass::unsupported, "pickle protocol 0 or 1, or no pickle; protocols 2 to 5 are read");
  }
  opcode_at_ = bytes_.offset();
  const std::uint64_t protocol = bytes_.number<1>();
  if (protocol < kFirstProtocol || protocol > kLastProtocol) {
    fail(ErrorClass::unsupported, fmt::format("pickle protocol {}; 2 to 5 are read", protocol));
  }
}

bool Machine::step_scalar(Opcode opcode) {
  switch (opcode) {
    case Opcode::frame:
      frame();
      return true;
    case Opcode::none:
      stack_.push({Kind::null, 0});
      return true;
    case Opcode::new_true:
    case Opcode::new_false:
      stack_.push({Kind::boolean, opcode == Opcode::new_true ? 1U : 0U});
      return true;
    case Opcode::bin_int:
      stack_.push(values_.integer(static_cast<std::int32_t>(bytes_.number<4>())));
      return true;
    case Opcode::bin_int1:
      stack_.push({Kind::integer, bytes_.number<1>()});
      return true;
    case Opcode::bin_int2:
      stack_.push({Kind::integer, bytes_.number<2>()});
      return true;
    case Opcode::long1:
      long1();
      return true;
    case Opcode::bin_float:
      stack_.push(values_.real(bytes_.real()));
      return true;
    case Opcode::short_bin_unicode:
      string(bytes_.number<1>());
      return true;
    case Opcode::bin_unicode:
      string(bytes_.number<4>());
      return true;
    case Opcode::bin_unicode8:
      string(bytes_.number<8>());
      return true;
    default:
      return false;
  }
}

bool Machine::step_container(Opcode opcode) {
  switch (opcode) {
    case Opcode::mark:
      stack_.mark();
      return true;
    case Opcode::empty_dict:
      stack_.push(values_.container(Kind::dict, opcode_at_));
      return true;
    case Opcode::empty_list:
      stack_.push(values_.container(Kind::list, opcode_at_));
      return true;
    case Opcode::set_item:
      set(last(2));
      return true;
    case Opcode::set_items:
      set(from_mark());
      return true;
    case Opcode::append:
      append(last(1));
      return true;
    case Opcode::appends:
      append(from_mark());
      return true;
    case Opcode::empty_tuple:
      stack_.push(values_.container(Kind::tuple, opcode_at_));
      return true;
    case Opcode::tuple:
      tuple(from_mark());
      return true;
    case Opcode::tuple1:
    case Opcode::tuple2:
    case Opcode::tuple3:
      tuple(last(static_cast<std::size_t>(opcode) - static_cast<std::size_t>(Opcode::tuple1) + 1));
      return true;
    default:
      return false;
  }
}

bool Machine::step_memo(Opcode opcode) {
  switch (opcode) {
    case Opcode::memoize:
      put(memo_.count());
      return true;
    case Opcode::bin_put:
      put(bytes_.number<1>());
      return true;
    case Opcode::long_bin_put:
      put(bytes_.number<4>());
      return true;
    case Opcode::bin_get:
      get(bytes_.number<1>());
      return true;
    case Opcode::long_bin_get:
      get(bytes_.number<4>());
      return true;
    default:
      return false;
  }
}

void Machine::frame() {
  // A frame says how many bytes follow; opcodes may cross its end, it may not cross the file's.
  const std::uint64_t length = bytes_.number<8>();
  need(length);
  if (length > bytes_.left()) {
    bytes_.refuse_cut();
  }
}

void Machine::long1() {
  const std::uint64_t length = bytes_.number<1>();
  if (length > kLongestLong) {
    fail(ErrorClass::range, fmt::format("an integer of {} bytes; at most 64 bits are read", length));
  }
  const Value value = values_.long_integer(bytes_.take(length));
  if (value.is(Kind::unset)) {
    fail(ErrorClass::range, "an integer that does not fit 64 bits");
  }
  stack_.push(value);
}

void Machine::string(std::uint64_t length) {
  if (length > kLongestString) {
    fail(ErrorClass::limit, fmt::format("a string of {} bytes; at most {} are read", length, kLongestString));
  }
  need(length);
  static_cast<void>(bytes_.take(length));
  stack_.push(ValueArena::string(opcode_at_));
}

void Machine::tuple(std::size_t first) {
  const Value made = values_.container(Kind::tuple, opcode_at_);
  values_.append(made, stack_.from(first));
  stack_.drop_from(first);
  stack_.push(made);
}

void Machine::append(std::size_t first) {
  const Value into = stack_.before(first);
  if (!into.is(Kind::list)) {
    fail(ErrorClass::syntax, "items appended to what is no list");
  }
  values_.append(into, stack_.from(first));
  stack_.drop_from(first);
}

void Machine::set(std::size_t first) {
  const Value into = stack_.before(first);
  const std::span<const Value> pairs = stack_.from(first);
  if (!into.is_dict() || pairs.size() % 2 != 0) {
    fail(ErrorClass::syntax, into.is_dict() ? "a key without a value" : "items set in what is no dict");
  }
  for (std::size_t key = 0; key < pairs.size(); key += 2) {
    if (!pairs[key].is(Kind::string)) {
      fail(ErrorClass::unsupported, "a dict with keys that are not strings");
    }
  }
  values_.set(into, pairs, taker_);
  stack_.drop_from(first);
}

void Machine::put(std::uint64_t slot) {
  if (slot > opcode_at_) {
    refuse_slot(slot, true);
  }
  if (slot < memo_.count()) {
    pattern_.count = 0;  // its keys may be others now, and so may items of lists
    known_lists_.forget();
  }
  memo_.put(slot, stack_.from(last(1)).front());
}

void Machine::get(std::uint64_t slot) {
  const Value value = memo_.get(slot);
  if (value.is(Kind::unset)) {
    refuse_slot(slot, false);
  }
  stack_.push(value);
}

void Machine::refuse_slot(std::uint64_t slot, bool put) const {
  fail(put ? ErrorClass::limit : ErrorClass::syntax, put ? fmt::format("memo slot {} after {} bytes", slot, opcode_at_)
                                                         : fmt::format("memo slot {} was never set", slot));
}

std::size_t Machine::last(std::size_t count) const {
  const std::optional<std::size_t> first = stack_.last(count);
  if (!first) {
    fail(ErrorClass::syntax, "too few values on the stack");
  }
  return *first;
}

std::size_t Machine::from_mark() {
  const std::optional<std::size_t> first = stack_.take_mark();
  if (!first) {
    fail(ErrorClass::syntax, "no mark on the stack");
  }
  return *first;
}

void Machine::fail(ErrorClass error_class, std::string text) const {
  throw InputError(error_class, OffsetPosition{opcode_at_, {}}, std::move(text));
}

}  // namespace arenasim::traces::pickle
