// The columns of a block, read in step into events; what is wrong with one is thrown as ColumnFault.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "traces/event.hpp"
#include "traces/event_columns.hpp"

namespace arenasim::traces {

/// By EventKind.
inline constexpr std::array<char, kEventKinds.size()> kKindBytes{5, 1, 2, 3, 4, 6, 7, 8};

/// How a block spells a kind, 1 to 8.
[[nodiscard]] constexpr char kind_byte(EventKind kind) {
  return kKindBytes[static_cast<std::size_t>(kind)];
}

/// Events of these kinds have an id.
[[nodiscard]] constexpr bool has_id(EventKind kind) {
  return kind != EventKind::marker && kind != EventKind::oom && kind != EventKind::cleanup;
}

/// Events of these kinds have a size.
[[nodiscard]] constexpr bool has_size(EventKind kind) {
  return kind == EventKind::alloc || kind == EventKind::preexisting || kind == EventKind::oom;
}

/// Equal values in a row.
struct ColumnRun {
  std::int32_t value = 0;
  std::size_t length = 0;
};

/// Takes values off one column.
class ColumnReader {
 public:
  ColumnReader(EventColumn column, std::string_view bytes) : column_(column), bytes_(bytes) {}

  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] char byte();
  /// The next value of a column of runs.
  [[nodiscard]] std::int32_t run_value();

  [[nodiscard]] bool given() const { return !bytes_.empty(); }
  [[nodiscard]] std::string_view rest() const { return bytes_; }

  /// What stands before `rest` is taken.
  void take_up_to(const char* rest) { bytes_.remove_prefix(static_cast<std::size_t>(rest - bytes_.data())); }

  /// Up to `most` next values that are equal; none at the end and where the next run is not as it should be, and then
  /// the reader has no meaning.
  [[nodiscard]] ColumnRun take_run(std::size_t most);

  void finish() const;

 private:
  EventColumn column_;
  std::string_view bytes_;
  std::uint64_t run_left_ = 0;
  std::int32_t run_value_ = 0;
};

class BlockReader {
 public:
  explicit BlockReader(const ColumnBlock<std::string_view>& block);

  /// All events of the block, as many as `events` has room for.
  void read(std::span<Event> events);

 private:
  /// How many of the next events `read_short` can be tried with; 0 where they are too few.
  [[nodiscard]] std::size_t short_count(std::size_t left) const;
  /// Reads numbers of up to eight bytes off columns that do not end. False where there is anything else, and then
  /// nothing is read.
  [[nodiscard]] bool read_short(std::span<Event> events);
  [[nodiscard]] Event next();
  [[nodiscard]] Tag tag();
  void finish() const;

  ColumnReader time_;
  ColumnReader kind_;
  ColumnReader id_;
  ColumnReader size_;
  ColumnReader stream_;
  ColumnReader device_;
  ColumnReader tag_;
  ColumnReader device_free_;
  std::uint64_t now_;
  std::uint64_t last_id_;
  bool tagged_;
  bool with_device_free_;
};

}  // namespace arenasim::traces
