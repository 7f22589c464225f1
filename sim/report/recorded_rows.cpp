#include "sim/report/recorded_rows.hpp"

#include <string>

#include <fmt/format.h>

namespace arenasim::sim::report {

void add_recorded(Lines& lines, const RecordedComparison& recorded) {
  const bool all_equal = recorded.placements_equal_count == recorded.placements_count &&
                         recorded.segments_equal_count == recorded.segments_count;
  lines.blank();
  lines.row("as recorded",
            fmt::format("{} of {} equal, {} of {} equal", grouped(recorded.placements_equal_count),
                        counted(recorded.placements_count, "placement"), grouped(recorded.segments_equal_count),
                        counted(recorded.segments_count, "segment change")),
            all_equal ? Mark::good : Mark::bad);
  if (recorded.settled_count + recorded.open_count != 0) {
    lines.row("truncated", fmt::format("{} of unknown length from before the recording: later events tell of {}",
                                       counted(recorded.settled_count + recorded.open_count, "block"),
                                       grouped(recorded.settled_count)));
  }
  if (const auto& first = recorded.first_difference) {
    lines.text(fmt::format("First difference at event {}: {} recorded in {}, predicted in {}: {}.", first->event,
                           binary(first->size.count()), first->recorded, first->predicted, first->reason),
               Mark::bad);
  }
}

}  // namespace arenasim::sim::report
