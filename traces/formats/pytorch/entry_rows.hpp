// Entries of the rings as rows, made as their dicts are filled: a dict that has the keys of an entry, and under them
// plain values that are fit to be events, becomes one; any other stays a dict (spec/formats.md 3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "traces/formats/pickle/paged_vector.hpp"
#include "traces/formats/pickle/row_taker.hpp"
#include "traces/formats/pytorch/actions.hpp"

namespace arenasim::traces::pytorch {

enum EntryField : std::uint8_t { action, addr, size, stream, time_us, device_free, frames };
inline constexpr std::array<std::string_view, 7> kEntryFields{"action",  "addr",        "size",  "stream",
                                                              "time_us", "device_free", "frames"};

/// What SnapshotEvent has, before streams have numbers and frames names.
struct EntryRow {
  std::uint64_t address = 0;
  std::uint64_t size_bytes = 0;
  std::uint64_t time_us = 0;
  std::uint64_t stream = 0;  ///< as the recording names it
  std::uint32_t frames = 0;  ///< the payload of their sequence
  bool has_frames = false;
  Action action{};
};
static_assert(sizeof(EntryRow) == 40, "a snapshot has many");

class EntryRows final : public pickle::RowTaker {
 public:
  [[nodiscard]] std::string_view key() const override { return "device_traces"; }
  [[nodiscard]] std::uint32_t take(const pickle::ValueArena& values, std::span<const pickle::Value> pairs) override;

  [[nodiscard]] std::uint32_t take_alike(const pickle::ValueArena& values,
                                         std::span<const pickle::Value> taken) override;

  [[nodiscard]] const EntryRow& operator[](std::uint32_t number) const { return rows_[number]; }

 private:
  static constexpr std::uint32_t kLacks = std::numeric_limits<std::uint32_t>::max();
  /// Which of a dict's values is which field, by field; kLacks where none is.
  using Columns = std::array<std::uint32_t, kEntryFields.size()>;
  struct Layout {
    std::vector<std::uint64_t> keys;  // their words
    Columns columns{};
    bool is_entry = false;
  };

  /// The values of an entry, some of which it may lack.
  class Entry;

  [[nodiscard]] std::uint32_t add(const pickle::ValueArena& values, const Entry& entry);
  [[nodiscard]] const Layout& layout_of(const pickle::ValueArena& values, std::span<const pickle::Value> pairs);
  static void learn(Layout& layout, const pickle::ValueArena& values, std::span<const pickle::Value> pairs);

  std::array<Layout, 64> layouts_;  // by a hash of the first key
  Columns last_columns_{};          // of what was taken last
  Actions actions_;
  pickle::PagedVector<EntryRow> rows_;
};

}  // namespace arenasim::traces::pytorch
