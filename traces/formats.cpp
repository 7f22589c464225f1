#include "traces/formats.hpp"

#include <algorithm>
#include <array>

#include "traces/formats/allocatorsim.hpp"
#include "traces/formats/arsm.hpp"
#include "traces/formats/columns.hpp"
#include "traces/formats/csv.hpp"
#include "traces/formats/dtr.hpp"
#include "traces/formats/heaptrack.hpp"
#include "traces/formats/intervals.hpp"
#include "traces/formats/iopddl.hpp"
#include "traces/formats/kineto.hpp"
#include "traces/formats/malloclab.hpp"
#include "traces/formats/memory_timeline.hpp"
#include "traces/formats/mtrace.hpp"
#include "traces/formats/opencl_log.hpp"
#include "traces/formats/pytorch.hpp"
#include "traces/formats/rmm.hpp"
#include "traces/formats/rmm_2019.hpp"
#include "traces/formats/rmm_debug.hpp"
#include "traces/formats/rocprof.hpp"
#include "traces/formats/stalloc.hpp"
#include "traces/formats/umpire.hpp"
#include "traces/formats/umpire_sqlite.hpp"
#include "traces/formats/vma.hpp"

namespace arenasim::traces {

std::span<const Format* const> formats() {
  static constexpr std::array table{
      // in the order of spec/formats.md 0.2, with its sections
      &kArsmFormat,            // 2
      &kUmpireSqliteFormat,    // 7
      &kPytorchFormat,         // 3
      &kVmaFormat,             // 6
      &kDtrFormat,             // 12
      &kUmpireOldFormat,       // 7
      &kUmpireFormat,          // 7
      &kKinetoFormat,          // 4a
      &kIopddlFormat,          // 9
      &kMemoryTimelineFormat,  // 4b
      &kCsvFormat,             // 1
      &kRmmFormat,             // 5a
      &kRmm2019Format,         // 5b
      &kRocprofFormat,         // 10
      &kIntervalsFormat,       // 8
      &kRmmDebugFormat,        // 5c
      &kMtraceFormat,          // 11
      &kHeaptrackFormat,       // 11
      &kMalloclabFormat,       // 11
      &kStallocFormat,         // 11
      &kOpenclLogFormat,       // 16
      &kAllocatorsimFormat,    // 11, by name alone
      &kColumnsFormat,         // 13, by name alone
  };
  return table;
}

const Format* find_format(std::string_view name) {
  const auto table = formats();
  const auto found =
      std::find_if(table.begin(), table.end(), [name](const Format* format) { return format->name == name; });
  return found == table.end() ? nullptr : *found;
}

}  // namespace arenasim::traces
