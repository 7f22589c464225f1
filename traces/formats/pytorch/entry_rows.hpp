// Entries of the rings as rows, made as their dicts are filled: a dict that has the keys of an entry, and under them
// plain values that are fit to be events, becomes one; any other stays a dict (spec/formats.md 3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "traces/formats/pickle/paged_vector.hpp"
#include "traces/formats/pickle/row_taker.hpp"
#include "traces/formats/pointer_streams.hpp"
#include "traces/formats/pytorch/actions.hpp"
#include "traces/formats/pytorch/snapshot_event.hpp"

namespace arenasim::traces::pytorch {

enum EntryField : std::uint8_t { action, addr, size, stream, time_us, device_free, frames };
inline constexpr std::array<std::string_view, 7> kEntryFields{"action",  "addr",        "size",  "stream",
                                                              "time_us", "device_free", "frames"};

class EntryRows final : public pickle::RowTaker {
 public:
  /// What is kept of a row besides its event.
  struct Origin {
    std::uint64_t offset = 0;  ///< where the dict's opcode stands, where the pickle has no container for it
    pickle::Value frames;      ///< unset where it has none
  };

  /// `with_origins`: of every row its origin can be asked for.
  explicit EntryRows(bool with_origins) : with_origins_(with_origins) {}

  [[nodiscard]] std::string_view key() const override { return "device_traces"; }
  [[nodiscard]] std::uint32_t take(const pickle::ValueArena& values, std::span<const pickle::Value> pairs) override;
  [[nodiscard]] std::span<const std::uint8_t> places() const override { return last_places_; }
  [[nodiscard]] std::uint32_t take_placed(const pickle::ValueArena& values, const Places& placed,
                                          std::uint64_t opcode_offset) override;

  [[nodiscard]] std::size_t count() const { return events_.size(); }
  /// The events that rows are, without tags; their streams are numbered in the order of rows.
  [[nodiscard]] const SnapshotEvent& operator[](std::uint32_t number) const { return events_[number]; }
  /// A stream of them as the recording names it.
  [[nodiscard]] std::uint64_t pointer(core::StreamId stream) const {
    return pointers_[static_cast<std::size_t>(stream.number())];
  }
  [[nodiscard]] const Origin& origin(std::uint32_t number) const { return origins_[number]; }

  /// All of them, and the numbers of their streams, for whoever needs nothing else of the rows.
  [[nodiscard]] std::vector<SnapshotEvent> move_events() { return std::move(events_); }
  [[nodiscard]] const PointerStreams& streams() const { return streams_; }

 private:
  struct Layout {
    std::vector<std::uint64_t> keys;   // their words
    std::vector<std::uint8_t> places;  // fields, or the last place
    bool is_entry = false;
  };

  [[nodiscard]] core::StreamId number(std::uint64_t pointer);
  [[nodiscard]] const Layout& layout_of(const pickle::ValueArena& values, std::span<const pickle::Value> pairs);
  static void learn(Layout& layout, const pickle::ValueArena& values, std::span<const pickle::Value> pairs);
  void grow();

  bool with_origins_;
  std::array<Layout, 64> layouts_;             // by a hash of the first key
  std::span<const std::uint8_t> last_places_;  // of what was taken last
  Actions actions_;
  std::vector<SnapshotEvent> events_;
  pickle::PagedVector<Origin> origins_;
  PointerStreams streams_;
  std::vector<std::uint64_t> pointers_{0};  // by the number of the stream
  std::uint64_t last_pointer_ = 0;          // of the last row, where there is one
  core::StreamId last_stream_;
};

}  // namespace arenasim::traces::pytorch
