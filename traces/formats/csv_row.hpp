// One row of native CSV, checked and turned into numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "traces/event.hpp"
#include "traces/formats/csv_header.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::traces {

struct CsvRow {
  std::uint64_t time = 0;
  std::uint64_t id = 0;
  core::Bytes size;
  std::uint64_t device_free_plus_one = 0;
  std::uint64_t line = 0;
  core::StreamId stream;
  DeviceId device;
  EventKind kind{};
  bool has_size = false;
  bool has_stream = false;
  std::string_view tag;  ///< looks into what it was parsed from
  Tag tag_number;        ///< for whoever keeps the text
};

/// Throws `syntax`, `missing_field`, `bad_value`, `range`, `encoding`, `limit` with the position of the field.
[[nodiscard]] CsvRow parse_csv_row(const CsvHeader& header, const RecordReader& record);

/// Rows of these kinds must have an id.
[[nodiscard]] constexpr bool needs_id(EventKind kind) {
  return kind != EventKind::marker && kind != EventKind::cleanup && kind != EventKind::oom;
}

/// Rows of these kinds must have a size.
[[nodiscard]] constexpr bool needs_size(EventKind kind) {
  return kind == EventKind::alloc || kind == EventKind::preexisting || kind == EventKind::oom;
}

/// The kind that native CSV spells so.
[[nodiscard]] std::optional<EventKind> event_kind_of(std::string_view word);

}  // namespace arenasim::traces
