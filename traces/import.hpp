// What an import saw, repaired and skipped: the `import` section of a report (spec/formats.md 0.7).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/units.hpp"
#include "traces/event.hpp"

namespace arenasim::traces {

/// One device of a file and what an independent count of it gives (columns of EXPECTED.tsv), selected or not.
struct DeviceCount {
  DeviceId device;
  std::optional<std::int32_t> type;  ///< formats whose devices have one (Kineto)
  bool selected = false;
  std::uint64_t events = 0;
  std::uint64_t allocs = 0;
  std::uint64_t frees = 0;
  std::uint64_t reallocs = 0;
  std::uint64_t unmatched_frees = 0;
  std::uint64_t double_allocs = 0;
  std::uint64_t zero_sizes = 0;
  std::uint64_t size_mismatches = 0;
  core::Uint128 peak_bytes = 0;
  core::Uint128 end_bytes = 0;
  std::uint64_t end_count = 0;
  core::Bytes max_size;
  std::uint64_t distinct_sizes = 0;
  std::uint64_t not_multiple_of_512 = 0;
  std::uint64_t streams = 0;
};

/// Counters of spec/formats.md 0.3.
struct Repairs {
  std::uint64_t unmatched_frees = 0;
  std::uint64_t unmatched_requests = 0;
  std::uint64_t double_allocs = 0;
  std::uint64_t duplicate_events = 0;
  std::uint64_t zero_sizes = 0;
  std::uint64_t size_mismatches = 0;
  std::uint64_t reallocs = 0;
  std::uint64_t resorted_events = 0;
  std::uint64_t clamped_times = 0;
  std::uint64_t pending_at_end = 0;
  bool truncated_ring = false;
  bool truncated_tail = false;
};

/// Source records by what became of them; read is the sum of the others.
struct Records {
  std::uint64_t read = 0;
  std::uint64_t as_events = 0;
  std::uint64_t as_facts = 0;
  std::uint64_t skipped = 0;
  std::uint64_t dropped = 0;
  std::uint64_t overhead = 0;
};

struct Import {
  std::string file;                     ///< base name
  std::string format;                   ///< as `list formats` names it
  std::vector<std::string> containers;  ///< outermost first
  std::string clock = "ordinal";        ///< ns, us, ms, s, tick or ordinal
  std::string size_kind = "requested";
  std::string pairing = "id";
  std::vector<DeviceCount> devices;
  std::array<std::uint64_t, kEventKinds.size()> events{};  ///< what came out, by EventKind
  Records records;
  Repairs repairs;
  std::map<std::string, std::uint64_t> skipped;   ///< `bad_value.size`, `action.NAME`, `null_free`
  std::map<std::string, std::uint64_t> facts;     ///< `segment_alloc`
  std::map<std::string, std::uint64_t> counters;  ///< `rewind_misses`
  std::vector<std::string> ignored_columns;
  std::map<std::string, std::int32_t> stream_names;  ///< streams that the source gives as pointers
  core::Uint128 live_peak_bytes = 0;
  core::Uint128 live_end_bytes = 0;
  std::uint64_t live_end_count = 0;
};

}  // namespace arenasim::traces
