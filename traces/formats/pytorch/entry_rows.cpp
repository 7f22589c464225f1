#include "traces/formats/pytorch/entry_rows.hpp"

#include <algorithm>
#include <limits>

#include "traces/formats/pickle/values.hpp"
#include "traces/formats/pytorch/events.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;
using pickle::ValueArena;

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

}  // namespace

class EntryRows::Entry {
 public:
  /// Its values stand from `first` on, so many words apart.
  Entry(const Columns& columns, const Value* first, std::size_t apart)
      : columns_(columns), first_(first), apart_(apart) {}

  [[nodiscard]] Value operator[](EntryField field) const {
    const std::uint32_t column = columns_[field];
    return column == kLacks ? Value{} : first_[column * apart_];
  }

  /// Whether its fields are such as the reader of dicts takes, and short.
  [[nodiscard]] bool is_plain(Action what) const {
    const Value place = what == Action::oom ? (*this)[device_free] : (*this)[addr];
    return what != Action::other && (*this)[size].is_short_unsigned() && is_unset_or_unsigned((*this)[time_us]) &&
           (place.is_short_unsigned() || (what == Action::oom && place.is(Kind::unset))) &&
           ((*this)[stream].is(Kind::integer) || (*this)[stream].is(Kind::unset)) &&
           (*this)[frames].payload() <= std::numeric_limits<std::uint32_t>::max();
  }

 private:
  const Columns& columns_;
  const Value* first_;
  std::size_t apart_;
};

std::uint32_t EntryRows::take(const ValueArena& values, std::span<const Value> pairs) {
  if (pairs.empty()) {
    return kNone;
  }
  const Layout& layout = layout_of(values, pairs);
  if (!layout.is_entry || rows_.size() == kNone) {
    return kNone;
  }
  const std::uint32_t row = add(values, Entry(layout.columns, &pairs[1], 2));
  if (row != kNone) {
    last_columns_ = layout.columns;
  }
  return row;
}

std::uint32_t EntryRows::take_alike(const ValueArena& values, std::span<const Value> taken) {
  return rows_.size() == kNone ? kNone : add(values, Entry(last_columns_, taken.data(), 1));
}

std::uint32_t EntryRows::add(const ValueArena& values, const Entry& entry) {
  const Action what = actions_.of(values, entry[action]);
  if (!entry.is_plain(what)) {
    return kNone;
  }
  EntryRow& row = rows_.add();
  row.address = what == Action::oom ? unsigned_or(entry[device_free], kNoTime) + 1 : entry[addr].payload();
  row.size_bytes = entry[size].payload();
  row.time_us = unsigned_or(entry[time_us], kNoTime);
  row.stream = static_cast<std::uint64_t>(entry[stream].short_signed());
  row.has_frames = entry[frames].is_sequence();
  row.frames = row.has_frames ? static_cast<std::uint32_t>(entry[frames].payload()) : 0;
  row.action = what;
  return static_cast<std::uint32_t>(rows_.size() - 1);
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
  layout.columns.fill(kLacks);
  for (std::size_t at = 0; at < pairs.size(); at += 2) {
    layout.keys.push_back(pairs[at].word());
    const auto* const found = std::find(kEntryFields.begin(), kEntryFields.end(), values.text(pairs[at]));
    if (found != kEntryFields.end()) {
      layout.columns[static_cast<std::size_t>(found - kEntryFields.begin())] = static_cast<std::uint32_t>(at / 2);
    }
  }
  layout.is_entry = layout.columns[action] != kLacks && layout.columns[size] != kLacks;
}

}  // namespace arenasim::traces::pytorch
