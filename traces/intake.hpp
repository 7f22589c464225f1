// Where records of any format become events: device selection, pairing, repairs and counts (spec/formats.md 0.3).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/ids.hpp"
#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "traces/event.hpp"
#include "traces/event_sink.hpp"
#include "traces/import.hpp"
#include "traces/input_error.hpp"
#include "traces/read_options.hpp"
#include "traces/string_table.hpp"

namespace arenasim::traces {

/// What names a live block in the source, together with the device: an address, an id, an interned text.
using BlockKey = std::uint64_t;

/// Where and when a record happened. `position` is only looked at when something is wrong.
struct RecordContext {
  core::SimTime time;
  core::StreamId stream;
  DeviceId device;
  Tag tag;
};

/// Takes records in final order and emits events. Times must not fall: a reader sorts first where its format says so,
/// else calls `clamped`. Records of devices that are not selected are counted and dropped.
class Intake {
 public:
  /// How ids of events are made.
  enum class Ids : std::uint8_t { dense, kept };

  Intake(const ReadOptions& options, EventSink& sink, StringTable& strings, Import& import, Ids ids);
  ~Intake();
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  // Each call is one event in the source's terms; see 0.3 for what is done with odd ones. `position` names the record
  // in an error (live bytes past 2^64 - 1 are a `range` error).
  void preexisting(BlockKey key, core::Bytes size, const RecordContext& at, const Position& position);
  void alloc(BlockKey key, core::Bytes size, const RecordContext& at, const Position& position);
  /// `size`: what the free says, null where it says nothing; checked against the alloc's. `stream_given` false: the
  /// alloc's stream is taken.
  void free(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  void free_requested(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  void free_completed(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  /// free of `from`, alloc of `to`, in the order that ReadOptions says. An unknown `from` is an alloc alone.
  void realloc(BlockKey from, BlockKey to, core::Bytes size, const RecordContext& at, const Position& position);
  void oom(core::Bytes size, std::uint64_t device_free_plus_one, const RecordContext& at);
  void cleanup(const RecordContext& at);
  void marker(const RecordContext& at);

  /// True when a block with this key is live on the device.
  [[nodiscard]] bool live(BlockKey key, DeviceId device) const;

  /// Raises a time below the last one seen on any device to it, and counts it (`clamped_times`).
  [[nodiscard]] core::SimTime clamped(core::SimTime time);

  /// Lenient: counts one malformed record under `class.field`; strict: throws the error. Throws `limit` past 1,000,000.
  void skip(const InputError& error);

  /// Ends the import: flushes, completes counts. Throws `empty` when no alloc, preexisting or oom came out.
  void finish(const Position& end);

  [[nodiscard]] Import& import();
  [[nodiscard]] StringTable& strings();
  [[nodiscard]] const ReadOptions& options() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::traces
