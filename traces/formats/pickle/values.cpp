#include "traces/formats/pickle/values.hpp"

#include <algorithm>
#include <limits>

#include "traces/formats/pickle/bytes.hpp"
#include "traces/formats/pickle/opcodes.hpp"
#include "traces/formats/pickle/row_taker.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pickle {
namespace {

constexpr std::size_t kEntriesAtOnce = 512;  // with their head they fit in a page
constexpr std::int64_t kGreatestShort = (std::int64_t{1} << 59U) - 1;

}  // namespace

Value ValueArena::integer(std::int64_t number) {
  if (number >= -kGreatestShort && number <= kGreatestShort) {
    return {Kind::integer, static_cast<std::uint64_t>(number)};
  }
  wide_.push_back(static_cast<std::uint64_t>(number));
  return {number < 0 ? Kind::wide_negative : Kind::wide, wide_.size() - 1};
}

Value ValueArena::unsigned_integer(std::uint64_t number) {
  if (number <= static_cast<std::uint64_t>(kGreatestShort)) {
    return {Kind::integer, number};
  }
  wide_.push_back(number);
  return {Kind::wide, wide_.size() - 1};
}

Value ValueArena::long_integer(std::string_view digits) {
  if (digits.empty()) {
    return integer(0);
  }
  if (digits.size() > sizeof(std::uint64_t)) {
    return digits.back() == 0 ? unsigned_integer(little_endian(digits.substr(0, sizeof(std::uint64_t)))) : Value{};
  }
  const std::uint64_t unused = 64 - 8 * digits.size();
  return integer(static_cast<std::int64_t>(little_endian(digits) << unused) >> unused);
}

Value ValueArena::real(double number) {
  wide_.push_back(std::bit_cast<std::uint64_t>(number));
  return {Kind::real, wide_.size() - 1};
}

void ValueArena::hold(Container& into, Value item) {
  raise(into, item);
  const Holds held = holds_of(item);
  if (held != Holds::plain) {
    const Holds made = held == Holds::row ? Holds::rows : Holds::lists_of_rows;
    const bool fits = into.holds == Holds::plain || into.holds == made;
    misplaced_ = misplaced_ || held > Holds::rows || into.is_held || !fits;
    into.holds = made;
  }
}

void ValueArena::hold_under(Container& into, Value key, Value value, const RowTaker* taker) {
  raise(into, value);
  const Holds held = holds_of(value);
  if (held != Holds::plain) {
    misplaced_ = misplaced_ || held != Holds::lists_of_rows || into.is_held || text(key) != taker->key();
    into.holds = Holds::rows_under_key;
  }
}

bool ValueArena::ends_last(const Container& container) const {
  return container.last != 0 && container.last + 1 + chunk_at(container.last).count == words_.size();
}

void ValueArena::open_chunk(Container& container, std::size_t least_words) {
  if (words_.size() == 0) {
    words_.push_back(Value{});  // no chunk is at 0
  }
  if (words_.room_in_page() < least_words) {
    words_.start_page();
  }
  if (words_.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw InputError(ErrorClass::limit, OffsetPosition{container.offset(), {}}, "more than 2^32 values");
  }
  const auto at = static_cast<std::uint32_t>(words_.size());
  words_.push_back(std::bit_cast<Value>(Chunk{}));
  if (container.last == 0) {
    container.first = at;
  } else {
    set_chunk(container.last, {.next = at, .count = chunk_at(container.last).count});
  }
  container.last = at;
}

void ValueArena::append(Value sequence, std::span<const Value> items) {
  Container& into = containers_[sequence.payload()];
  for (const Value item : items) {
    if (item.is_container()) {
      hold(into, item);
    }
  }
  append_words(into, items);
}

Value ValueArena::list_of(std::uint64_t opcode_offset, std::span<const Value> items, std::uint8_t height) {
  const Value made = container(Kind::list, opcode_offset);
  Container& into = containers_[made.payload()];
  into.height = above(height);
  append_words(into, items);
  return made;
}

void ValueArena::append_words(Container& into, std::span<const Value> items) {
  while (!items.empty()) {
    if (!ends_last(into) || words_.room_in_page() == 0) {
      open_chunk(into, 2);
    }
    const std::size_t count = std::min(words_.room_in_page(), items.size());
    words_.append_run(items.first(count));
    set_chunk(into.last, {.next = 0, .count = chunk_at(into.last).count + static_cast<std::uint32_t>(count)});
    items = items.subspan(count);
  }
}

void ValueArena::set(Value dict, std::span<const Value> pairs, RowTaker* taker) {
  if (row(dict)) {
    misplaced_ = true;
    return;
  }
  Container& into = containers_[dict.payload()];
  for (std::size_t at = 0; at < pairs.size(); at += 2) {
    if (pairs[at + 1].is_container()) {
      hold_under(into, pairs[at], pairs[at + 1], taker);
    }
  }
  if (taker != nullptr && take_row(into, pairs, *taker)) {
    return;
  }
  while (!pairs.empty()) {
    const std::size_t count = std::min(pairs.size(), 2 * kEntriesAtOnce);
    set_some(into, pairs.first(count));
    pairs = pairs.subspan(count);
  }
}

bool ValueArena::take_row(Container& into, std::span<const Value> pairs, RowTaker& taker) const {
  if (into.first != 0 || into.is_held || into.holds != Holds::plain) {
    return false;
  }
  const std::uint32_t number = taker.take(*this, pairs);
  if (number == RowTaker::kNone) {
    return false;
  }
  into.first = number;
  into.holds = Holds::row;
  return true;
}

void ValueArena::set_some(Container& into, std::span<const Value> pairs) {
  const std::size_t count = pairs.size() / 2;
  const std::size_t keys = keep_keys(pairs);
  open_chunk(into, count + 2);
  set_chunk(into.last, {.next = 0, .count = static_cast<std::uint32_t>(count)});
  const std::span<Value> words = words_.extend(count + 1);
  words[0] = std::bit_cast<Value>(keys);
  for (std::size_t at = 0; at < count; ++at) {
    words[at + 1] = pairs[2 * at + 1];
  }
}

bool ValueArena::are_keys(const KeptKeys& kept, std::span<const Value> pairs) const {
  const std::span<const Value> keys = keys_.run(kept.first, kept.count);
  bool same = keys.size() == pairs.size() / 2;
  for (std::size_t at = 0; same && at < keys.size(); ++at) {
    same = keys[at].word() == pairs[2 * at].word();
  }
  return same;
}

std::size_t ValueArena::keep_keys(std::span<const Value> pairs) {
  if (are_keys(last_kept_, pairs)) {
    return last_kept_.first;
  }
  std::uint64_t hash = pairs.size();
  for (std::size_t at = 0; at < pairs.size(); at += 2) {
    hash = (hash ^ pairs[at].word()) * 0x9E3779B97F4A7C15U;
  }
  KeptKeys& kept = kept_[hash >> 56U];
  if (!are_keys(kept, pairs)) {
    if (keys_.room_in_page() < pairs.size() / 2) {
      keys_.start_page();
    }
    kept = {.first = keys_.size(), .count = pairs.size() / 2};
    for (std::size_t at = 0; at < pairs.size(); at += 2) {
      keys_.push_back(pairs[at]);
    }
  }
  last_kept_ = kept;
  return kept.first;
}

std::optional<std::uint64_t> ValueArena::as_unsigned(Value value) const {
  if (value.is(Kind::wide)) {
    return wide_[value.payload()];
  }
  if (!value.is_short_unsigned()) {
    return std::nullopt;
  }
  return value.payload();
}

std::optional<std::int64_t> ValueArena::as_signed(Value value) const {
  if (value.is(Kind::integer)) {
    return value.short_signed();
  }
  if (!value.is_integer()) {
    return std::nullopt;
  }
  const std::uint64_t bits = wide_[value.payload()];
  if (value.is(Kind::wide) && bits > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(bits);
}

double ValueArena::as_real(Value value) const {
  return std::bit_cast<double>(wide_[value.payload()]);
}

std::string_view ValueArena::text(Value value) const {
  const std::string_view from = bytes_.substr(value.payload());
  const std::size_t width = length_width(static_cast<Opcode>(static_cast<unsigned char>(from.front())));
  return from.substr(1 + width, little_endian(from.substr(1, width)));
}

std::size_t ValueArena::size(Value container) const {
  std::size_t items = 0;
  each_run(container, [&](std::span<const Value> run) { items += run.size(); });
  return items;
}

Value ValueArena::front(Value sequence) const {
  const std::uint32_t first = containers_[sequence.payload()].first;
  return first == 0 ? Value{} : words_[first + 1];
}

Value ValueArena::find(Value dict, std::string_view key) const {
  Value found;
  each_entries(dict, [&](const Entries& entries) {
    for (std::size_t at = 0; at < entries.keys.size(); ++at) {
      found = text(entries.keys[at]) == key ? entries.values[at] : found;
    }
  });
  return found;
}

}  // namespace arenasim::traces::pickle
