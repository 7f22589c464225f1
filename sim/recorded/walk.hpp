// A policy beside a recording: at each event what it would choose is held against what was done, and then it follows
// (spec/pytorch.md, Replaying a snapshot exactly).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/allocator.hpp"
#include "core/restores.hpp"
#include "sim/recorded/recording.hpp"
#include "sim/recorded/settle.hpp"
#include "sim/recorded/start.hpp"
#include "sim/report/report_input.hpp"

namespace arenasim::sim::recorded {

class Walk {
 public:
  /// `recording` and `policy`, fresh and with the capability, outlive it.
  Walk(const Recording& recording, core::Allocator& policy);

  /// Once.
  [[nodiscard]] report::RecordedComparison run();

 private:
  using SegmentEvent = traces::RecordedSegmentEvent;

  /// A page that stands for a segment.
  struct Page {
    core::PageId id;
    Segment segment;
  };
  using Pages = std::map<std::uint64_t, Page>;

  // The start.
  void restore(const Start& start);

  // Segments.
  void take_segment_events(std::uint64_t event);
  void add_segment(const SegmentEvent& event);
  [[nodiscard]] bool map_units(const SegmentEvent& event);
  void lose_segment(const SegmentEvent& event);
  void lose_units(const SegmentEvent& event);
  void compare_gains(const core::Choice& choice, const std::vector<SegmentEvent>& gains);

  // Allocations.
  void alloc(std::uint64_t number, const traces::Event& event, std::uint64_t address);
  void free(const traces::Event& event);
  [[nodiscard]] bool hold(const core::Request& request, std::uint64_t address, std::optional<core::Bytes> block);
  [[nodiscard]] std::optional<std::uint64_t> address_of(const core::Choice& choice,
                                                        const std::vector<SegmentEvent>& gains) const;
  void differ(std::uint64_t number, const traces::Event& event, std::uint64_t address, const core::Choice& choice,
              std::optional<std::uint64_t> predicted);
  [[nodiscard]] std::string why(std::uint64_t address, const core::Choice& choice, core::StreamId stream) const;
  [[nodiscard]] std::optional<std::uint64_t> open_block_before(std::uint64_t address) const;

  // Places.
  [[nodiscard]] Pages::const_iterator page_of(std::uint64_t address) const;
  [[nodiscard]] std::string place_text(std::uint64_t address) const;
  [[nodiscard]] std::string choice_text(const core::Choice& choice, std::optional<std::uint64_t> predicted) const;
  [[nodiscard]] static core::AllocationId id_of(traces::BlockSlot slot) { return core::AllocationId{slot.number()}; }

  const Recording& recording_;
  core::Allocator& allocator_;
  core::Restores& policy_;
  Start start_;
  OpenBlocks open_;
  Pages pages_;                                                  // by address
  std::unordered_map<std::uint64_t, std::uint64_t> addresses_;   // of pages, by number
  std::unordered_map<std::uint32_t, std::uint64_t> open_slots_;  // of open blocks that are held, to their addresses
  std::map<std::uint64_t, core::AllocationId> holes_;            // units that are not mapped, held by nobody
  std::map<core::StreamId, std::vector<SegmentEvent>> gains_;    // not yet asked for by an allocation
  std::size_t next_segment_event_ = 0;
  std::uint32_t next_hole_ = 0;
  report::RecordedComparison answer_;
};

}  // namespace arenasim::sim::recorded
