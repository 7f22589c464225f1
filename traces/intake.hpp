// Where records of any format become events: device selection, pairing, repairs and counts (spec/formats.md 0.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
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
#include "traces/where.hpp"

namespace arenasim::traces {

/// What names a live block in the source, together with the device: an address, an id, an interned text.
using BlockKey = std::uint64_t;

/// Devices of formats without device types.
inline constexpr std::int32_t kNoDeviceType = std::numeric_limits<std::int32_t>::min();

/// When a record happened, and on what.
struct RecordContext {
  core::SimTime time{};
  core::StreamId stream{};
  DeviceId device{};
  Tag tag{};
  std::int32_t device_type = kNoDeviceType;  ///< with `device` it names the device, where the format has types
};

/// An alloc or a free, as most records are: what `take_ordinary` takes many of.
struct BlockRecord {
  core::SimTime time;
  BlockKey key{};
  core::Bytes size;
  core::StreamId stream;
  DeviceId device;  ///< of formats without device types
  Tag tag;
  bool begins = false;      ///< an alloc
  bool has_size = false;    ///< always true of an alloc
  bool has_stream = false;  ///< always true of an alloc; else a free has the alloc's
};

/// Takes records in final order and emits events. Times must not fall: a reader sorts first where its format says so,
/// else calls `clamped`. Records of devices that are not selected are counted and dropped.
///
/// Import: it fills `devices`, `events`, `repairs`, `live`, and counts one record for each call (as_events, dropped,
/// as_facts, skipped). A reader whose records and calls are not one to one corrects `records` before `finish`, which
/// makes `read` the sum of the others. The rest (format, clock, size_kind, pairing, facts, counters) is the reader's.
class Intake {
 public:
  /// How ids of events are made: numbered from 0, or those of the trace (a second life of one gets the next number
  /// above all that were used), or those of the trace where the reader has seen to it that each has one life.
  enum class Ids : std::uint8_t { dense, kept, unique };

  /// What is live, devices that are not selected included.
  struct LiveSum {
    std::uint64_t bytes = 0;  ///< modulo 2^64
    std::uint64_t count = 0;
  };

  /// The references must outlive it. A reader with a default device of its own passes options that name it.
  Intake(const ReadOptions& options, EventSink& sink, StringTable& strings, Import& import, Ids ids);
  ~Intake();
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  // Each call is one event in the source's terms; see 0.3 for what is done with odd ones. `where` names the record in
  // an error (live bytes past 2^64 - 1 are a `range` error): pass a Position, a LinePosition, or a lambda that makes
  // one.
  void preexisting(BlockKey key, core::Bytes size, const RecordContext& at, const Where& where);
  void alloc(BlockKey key, core::Bytes size, const RecordContext& at, const Where& where);
  /// `size`: what the free says, null where it says nothing; checked against the alloc's. `stream_given` false: the
  /// alloc's stream is taken.
  void free(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  void free_requested(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  void free_completed(BlockKey key, const core::Bytes* size, const RecordContext& at, bool stream_given);
  /// Does what `alloc` and `free` do with each of the records, the first ones, as long as there is nothing odd about
  /// them, and gives how many those were. The next one, if any, is to be taken by `alloc` or `free`; it need not be odd
  /// then. It throws nothing, and times may fall: such a record is odd.
  [[nodiscard]] std::size_t take_ordinary(std::span<const BlockRecord> records);
  /// The same with the stream given, where such a block is live; else false, and nothing is done or counted. What a
  /// free ends, a completed one ends too.
  [[nodiscard]] bool free_if_live(BlockKey key, const RecordContext& at);
  [[nodiscard]] bool request_if_live(BlockKey key, const RecordContext& at);
  /// free of `from`, alloc of `to`, in the order that ReadOptions says. An unknown `from` is an alloc alone.
  void realloc(BlockKey from, BlockKey to, core::Bytes size, const RecordContext& at, const Where& where);
  /// A realloc whose free and alloc are records of their own: counted, nothing is emitted.
  void reallocated(const RecordContext& at);
  void oom(core::Bytes size, std::uint64_t device_free_plus_one, const RecordContext& at);
  void cleanup(const RecordContext& at);
  void marker(const RecordContext& at);

  /// Hints that change nothing: a record of this key comes in a while, or soon. Given both, some records ahead, what is
  /// known of its block is at hand when it comes. `wants_hints` says whether so many are live that this is worth it.
  [[nodiscard]] bool wants_hints() const;
  void expect(BlockKey key) const;
  void expect_soon(BlockKey key) const;
  /// Both for each of these, which come next.
  void expect(std::span<const BlockRecord> records) const;

  /// A free of no block at all: counted as `skipped.null_free`.
  void null_free(const RecordContext& at);
  /// A record that is kept as a fact: counted under `facts` and for its device.
  void fact(std::string_view name, const RecordContext& at);
  /// A well-formed record that means nothing here: counted under `skipped`, strict or not.
  void pass_over(std::string_view name);

  /// True when a block with this key is live on the device.
  [[nodiscard]] bool live(BlockKey key, DeviceId device, std::int32_t device_type = kNoDeviceType) const;

  [[nodiscard]] LiveSum live_of_all_devices() const;

  /// The number that the next event emitted will have: what ground truth is kept under. For an alloc of a key that is
  /// live the free that comes first takes it.
  [[nodiscard]] std::uint64_t next_event() const;

  /// False before the first event other than preexisting, on any device.
  [[nodiscard]] bool begun() const;

  /// The time of the last record.
  [[nodiscard]] core::SimTime now() const;

  /// Raises a time below the last one seen on any device to it, and counts it (`clamped_times`).
  [[nodiscard]] core::SimTime clamped(core::SimTime time);

  /// Lenient: counts one malformed record under `class.field`; strict: throws the error. Throws `limit` past 1,000,000.
  void skip(const InputError& error);

  /// Ends the import: flushes, completes counts. Throws `empty` when no alloc, preexisting or oom came out, and
  /// `ambiguous_device` when there were several devices and none was chosen.
  void finish(const Position& end);

  [[nodiscard]] Import& import();
  [[nodiscard]] StringTable& strings();
  [[nodiscard]] const ReadOptions& options() const;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::traces
