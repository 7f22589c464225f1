// Memory events of a profiler's trace, put in order of time in little memory. Threads are written one after the other,
// so the order is only known at the end; until then events are held sorted in runs of some thousands, packed as
// differences (about 16 bytes an event), and the runs are merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces {

/// What a trace does not say of an event.
inline constexpr std::int64_t kNotSaid = INT64_MIN;

/// One `[memory]` event (spec/formats.md 4a).
struct MemoryEvent {
  std::int64_t time = 0;   ///< nanoseconds, on the file's own clock
  std::int64_t bytes = 0;  ///< 0 or more: an alloc; less: a free
  std::uint64_t address = 0;
  std::int64_t total_allocated = kNotSaid;
  std::int64_t total_reserved = kNotSaid;
  std::uint64_t element = 0;  ///< of the array
  std::uint64_t offset = 0;   ///< of the element in the document
  std::int32_t device_type = 0;
  std::int32_t device = 0;
  bool has_address = false;
};

/// Takes events in file order, gives them in order of (time, device, file order).
class KinetoOrder {
 public:
  KinetoOrder();

  void add(const MemoryEvent& event);

  /// Moves the next event in order out; false when there is none. No event is added after the first call.
  [[nodiscard]] bool next(MemoryEvent& event);

 private:
  /// A packed run and where its reading stands.
  struct Run {
    std::vector<std::uint8_t> packed;
    std::size_t at = 0;
    MemoryEvent event;  ///< the one read last
  };

  void seal();
  void begin_merge();
  [[nodiscard]] static bool advance(Run& run);
  [[nodiscard]] bool later(std::size_t left, std::size_t right) const;

  std::vector<MemoryEvent> open_;  // the run that is being filled
  std::vector<Run> runs_;
  std::vector<std::size_t> heap_;  // runs with an event, the least on top
  bool merging_ = false;
};

}  // namespace arenasim::traces
