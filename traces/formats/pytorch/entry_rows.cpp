#include "traces/formats/pytorch/entry_rows.hpp"

#include <algorithm>

#include "traces/formats/pickle/values.hpp"
#include "traces/huge_pages.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;
using pickle::ValueArena;
using Places = pickle::RowTaker::Places;

static_assert(kEntryFields.size() < Places{}.size(), "fields are places, and the last place is for the rest");

constexpr std::size_t kFewRows = std::size_t{1} << 14U;
constexpr std::size_t kManyRows = std::size_t{1} << 22U;

bool has_keys(const std::vector<std::uint64_t>& keys, std::span<const Value> pairs) {
  if (keys.size() * 2 != pairs.size()) {
    return false;
  }
  bool same = true;
  for (std::size_t at = 0; at < keys.size(); ++at) {
    same = same && keys[at] == pairs[2 * at].word();
  }
  return same;
}

bool is_unset_or_unsigned(Value value) {
  return value.is(Kind::unset) || value.is_short_unsigned();
}

std::uint64_t unsigned_or(Value value, std::uint64_t fallback) {
  return value.is(Kind::unset) ? fallback : value.payload();
}

/// Whether the fields of an entry are such as the reader of dicts takes, and short.
bool is_plain(const Places& entry, Action what) {
  const Value place = what == Action::oom ? entry[device_free] : entry[addr];
  return what != Action::other && entry[size].is_short_unsigned() && is_unset_or_unsigned(entry[time_us]) &&
         (place.is_short_unsigned() || (what == Action::oom && place.is(Kind::unset))) &&
         (entry[stream].is(Kind::integer) || entry[stream].is(Kind::unset));
}

}  // namespace

std::uint32_t EntryRows::take(const ValueArena& values, std::span<const Value> pairs) {
  if (pairs.empty()) {
    return kNone;
  }
  const Layout& layout = layout_of(values, pairs);
  if (!layout.is_entry) {
    return kNone;
  }
  last_places_ = layout.places;
  Places placed{};
  for (std::size_t at = 0; at < layout.places.size(); ++at) {
    placed[layout.places[at]] = pairs[2 * at + 1];
  }
  return take_placed(values, placed, 0);
}

std::uint32_t EntryRows::take_placed(const ValueArena& values, const Places& placed, std::uint64_t opcode_offset) {
  const Action what = actions_.of(values, placed[action]);
  if (!is_plain(placed, what) || events_.size() == kNone) {
    return kNone;
  }
  const auto pointer = static_cast<std::uint64_t>(placed[stream].short_signed());
  if (events_.empty() || pointer != last_pointer_) {
    last_stream_ = number(pointer);
    last_pointer_ = pointer;
  }
  if (events_.size() == events_.capacity()) {
    grow();
  }
  events_.push_back(
      {.address = what == Action::oom ? unsigned_or(placed[device_free], kNoTime) + 1 : placed[addr].payload(),
       .size = core::Bytes{placed[size].payload()},
       .time_us = unsigned_or(placed[time_us], kNoTime),
       .stream = last_stream_,
       .tag = {},
       .action = what});
  if (with_origins_) {
    origins_.push_back({.offset = opcode_offset, .frames = placed[frames]});
  }
  return static_cast<std::uint32_t>(events_.size() - 1);
}

core::StreamId EntryRows::number(std::uint64_t pointer) {
  const core::StreamId stream = streams_.number(pointer);
  if (static_cast<std::size_t>(stream.number()) == pointers_.size()) {
    pointers_.push_back(pointer);
  }
  return stream;
}

/// By as much that little is copied: what is not filled takes no memory.
void EntryRows::grow() {
  const std::size_t rows = events_.empty() ? kFewRows : std::max(kManyRows, 4 * events_.size());
  reserve_on_huge_pages(events_, rows);
}

const EntryRows::Layout& EntryRows::layout_of(const ValueArena& values, std::span<const Value> pairs) {
  Layout& layout = layouts_[(pairs.front().word() * 0x9E3779B97F4A7C15U) >> 58U];
  if (!has_keys(layout.keys, pairs)) {
    learn(layout, values, pairs);
  }
  return layout;
}

void EntryRows::learn(Layout& layout, const ValueArena& values, std::span<const Value> pairs) {
  layout = {};
  bool has_action = false;
  bool has_size = false;
  for (std::size_t at = 0; at < pairs.size(); at += 2) {
    layout.keys.push_back(pairs[at].word());
    const auto* const found = std::find(kEntryFields.begin(), kEntryFields.end(), values.text(pairs[at]));
    const auto field = static_cast<std::size_t>(found - kEntryFields.begin());
    layout.places.push_back(static_cast<std::uint8_t>(found == kEntryFields.end() ? Places{}.size() - 1 : field));
    has_action = has_action || field == action;
    has_size = has_size || field == size;
  }
  layout.is_entry = has_action && has_size;
}

}  // namespace arenasim::traces::pytorch
