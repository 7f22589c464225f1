#include "traces/formats/pytorch/replay.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "traces/formats/pytorch/devices.hpp"
#include "traces/formats/pytorch/initial.hpp"
#include "traces/formats/pytorch/merge.hpp"
#include "traces/huge_pages.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {
namespace {

constexpr std::uint64_t kNanosecondsPerMicrosecond = 1000;

[[nodiscard]] std::string_view fact_name(Action action) {
  switch (action) {
    case Action::segment_alloc:
      return "segment_alloc";
    case Action::segment_free:
      return "segment_free";
    case Action::segment_map:
      return "segment_map";
    case Action::segment_unmap:
      return "segment_unmap";
    default:
      return "snapshot";
  }
}

[[nodiscard]] RecordedSegmentEvent::Kind segment_kind(Action action) {
  switch (action) {
    case Action::segment_alloc:
      return RecordedSegmentEvent::Kind::alloc;
    case Action::segment_free:
      return RecordedSegmentEvent::Kind::free;
    case Action::segment_map:
      return RecordedSegmentEvent::Kind::map;
    default:
      return RecordedSegmentEvent::Kind::unmap;
  }
}

class Replay {
 public:
  Replay(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake, Recorded& recorded)
      : snapshot_(snapshot), selection_(selection), intake_(intake), recorded_(recorded), merge_(snapshot) {}

  void run() {
    intake_.import().clock = merge_.timed() ? "us" : "ordinal";
    for (Next next; merge_.next(next);) {
      if (next.annotation != nullptr) {
        annotate(next);
      } else {
        replay(next);
      }
    }
  }

 private:
  void annotate(const Next& next) {
    const Annotation& annotation = *next.annotation;
    Import& import = intake_.import();
    if (annotation.has_device && !is_selected(selection_, annotation.device)) {
      ++import.records.dropped;
      return;
    }
    import.repairs.clamped_times += merge_.timed() && next.time_us < merge_.first_time_us() ? 1U : 0U;
    intake_.marker({.time = time_of(next), .stream = {}, .device = annotation.device, .tag = annotation.tag});
  }

  void replay(const Next& next) {
    const SnapshotEvent& event = *next.event;
    const bool selected = is_selected(selection_, next.device);
    if (next.raised && selected) {
      ++intake_.import().repairs.clamped_times;
    }
    const RecordContext at{.time = time_of(next), .stream = event.stream, .device = next.device, .tag = event.tag};
    switch (event.action) {
      case Action::alloc:
        return alloc(next, at, selected);
      case Action::free_requested:
        return intake_.free_requested(event.address, &event.size, at, true);
      case Action::free_completed:
        return intake_.free_completed(event.address, &event.size, at, true);
      case Action::oom:
        return fail(event, at, selected);
      default:
        return keep_fact(event, at, selected);
    }
  }

  void alloc(const Next& next, const RecordContext& at, bool selected) {
    const std::uint64_t before = intake_.next_event();
    const auto where = [&] {
      return Position{OffsetPosition{snapshot_.stop_offset,
                                     fmt::format("device_traces[{}][{}]", next.device.number(), next.index)}};
    };
    intake_.alloc(next.event->address, next.event->size, at, where);
    if (selected && intake_.next_event() != before) {
      recorded_.addresses.push_back({intake_.next_event() - 1, next.event->address});
    }
  }

  void fail(const SnapshotEvent& event, const RecordContext& at, bool selected) {
    if (selected) {
      RecordedFailure failure{.event = intake_.next_event(), .size = event.size, .device_free = {}};
      if (event.address != 0) {
        failure.device_free = core::Bytes{event.address - 1};
      }
      recorded_.failures.push_back(failure);
    }
    intake_.oom(event.size, event.address, at);
  }

  void keep_fact(const SnapshotEvent& event, const RecordContext& at, bool selected) {
    intake_.fact(fact_name(event.action), at);
    if (selected && event.action != Action::snapshot) {
      recorded_.segment_events.push_back({.kind = segment_kind(event.action),
                                          .event = intake_.next_event(),
                                          .address = event.address,
                                          .size = event.size,
                                          .stream = event.stream});
    }
  }

  /// From the earliest event of any device on; what is earlier still is at 0.
  [[nodiscard]] core::SimTime time_of(const Next& next) {
    if (!merge_.timed()) {
      return core::SimTime{core::SimDuration{std::max(intake_.next_event(), since_start(intake_.now()))}};
    }
    const std::uint64_t elapsed = next.time_us - std::min(next.time_us, merge_.first_time_us());
    if (elapsed > std::numeric_limits<std::uint64_t>::max() / kNanosecondsPerMicrosecond) {
      throw InputError(ErrorClass::range, OffsetPosition{snapshot_.stop_offset, "device_traces"},
                       fmt::format("{} us from first to last", elapsed), "time_us");
    }
    return core::SimTime{core::SimDuration{elapsed * kNanosecondsPerMicrosecond}};
  }

  static std::uint64_t since_start(core::SimTime time) { return time.time_since_epoch().count(); }

  const Snapshot& snapshot_;
  const DeviceSelection& selection_;
  Intake& intake_;
  Recorded& recorded_;
  Merge merge_;
};

void keep_ground_truth(const Snapshot& snapshot, const DeviceSelection& selection, Import& import, Recorded& recorded) {
  snapshot.streams.write_to(import);
  recorded.settings = snapshot.settings;
  std::uint64_t reserved = 0;
  for (const Segment& segment : snapshot.segments) {
    if (is_selected(selection, segment.segment.device)) {
      recorded.final_segments.push_back(segment.segment);
      recorded.final_blocks.push_back(segment.blocks);
      reserved += segment.segment.size.count();
    }
  }
  import.counters["final_segments"] = recorded.final_segments.size();
  import.counters["final_reserved_bytes"] = reserved;
}

void make_room(const Snapshot& snapshot, Recorded& recorded) {
  std::size_t allocs = 0;
  for (const DeviceEvents& events : snapshot.traces) {
    allocs += events.allocs();
  }
  reserve_on_huge_pages(recorded.addresses, allocs);
}

}  // namespace

void import_events(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake, Recorded& recorded) {
  make_room(snapshot, recorded);
  keep_ground_truth(snapshot, selection, intake.import(), recorded);
  import_initial_blocks(snapshot, selection, intake, recorded);
  Replay(snapshot, selection, intake, recorded).run();
}

void import_end_state(const Snapshot& snapshot, const DeviceSelection& selection, Intake& intake, Recorded& recorded) {
  keep_ground_truth(snapshot, selection, intake.import(), recorded);
  import_active_blocks(snapshot, selection, intake, recorded);
}

}  // namespace arenasim::traces::pytorch
