// The memory as facts leave it: what is live, reserved, free, lost, idle and outdated, kept up fact by fact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/fact.hpp"
#include "core/units.hpp"
#include "sim/statistics/allocation_table.hpp"
#include "sim/statistics/histogram.hpp"
#include "sim/statistics/page_table.hpp"
#include "sim/statistics/size_multiset.hpp"
#include "sim/statistics/stream_table.hpp"

namespace arenasim::sim::statistics {

/// Which moment it is, for whatever begins or ends in it.
struct MomentStamp {
  std::uint64_t number = 0;  ///< moments so far, this one included
  core::SimTime time;
  traces::Tag tag;
  bool probe = false;  ///< what it places it gives back at once, and no distribution counts it
};

/// How long allocations live and pages stand empty.
struct Spells {
  Histogram lifetime_events;
  Histogram lifetime_ns;
  Histogram idle_page_age_events;
};

class MemoryState {
 public:
  explicit MemoryState(core::Alignment alignment) : alignment_(alignment) {}

  /// Whether `expect` is worth a call now: what facts change is not at hand by itself.
  [[nodiscard]] bool gains_from_expecting() const { return allocations_.records().size() >= kFewAllocations; }

  /// A fact that comes soon: time to fetch what it will change.
  void expect(const core::Fact& fact) const {
    if (is_of_range(fact.kind)) {
      ranges_.expect(fact.bytes.count());
      ranges_.expect(fact.extra.count());
    } else {
      allocations_.expect(fact.allocation);
    }
  }

  /// Takes in what a fact says of memory; facts that change none are ignored.
  void apply(const core::Fact& fact, const MomentStamp& now);

  /// The owner of a live allocation asked for its free, which comes later.
  void request_free(core::AllocationId id);

  /// Call when all facts of a moment are in: decides which pages are empty, as a page is judged between moments only.
  void settle(const MomentStamp& now);

  /// Live or reserved bytes have grown since streams were sampled last, so that peaks may have.
  [[nodiscard]] bool rose() const { return !risen_streams_.empty(); }

  /// Call after a moment of the statistics behind which they rose: the peaks of the streams whose bytes did.
  void sample_streams();

  /// Call once at the end: counts the spells of pages that are still empty.
  void close(const MomentStamp& now);

  [[nodiscard]] core::Uint128 live() const { return live_; }
  /// The same with each size rounded up to the alignment.
  [[nodiscard]] core::Uint128 aligned_live() const { return aligned_live_; }
  [[nodiscard]] core::Uint128 pending() const { return pending_; }
  [[nodiscard]] core::Uint128 reserved() const { return reserved_; }
  [[nodiscard]] core::Uint128 free() const { return free_; }
  [[nodiscard]] core::Uint128 free_squared() const { return squares_; }
  [[nodiscard]] core::Uint128 lost() const { return lost_; }
  /// Bytes nobody else can have.
  [[nodiscard]] core::Uint128 held() const { return reserved_ - free_ - lost_; }
  [[nodiscard]] core::Uint128 idle() const { return idle_; }
  [[nodiscard]] core::Uint128 stranded() const { return free_ - idle_free_; }
  [[nodiscard]] std::uint64_t largest_free() const { return ranges_.largest(); }
  [[nodiscard]] std::uint64_t pages() const { return pages_count_; }
  [[nodiscard]] std::uint64_t outdated_pages() const { return outdated_pages_; }
  [[nodiscard]] core::Uint128 outdated_bytes() const { return outdated_bytes_; }
  [[nodiscard]] const Spells& spells() const { return spells_; }

  [[nodiscard]] AllocationTable& allocations() { return allocations_; }
  [[nodiscard]] const AllocationTable& allocations() const { return allocations_; }
  [[nodiscard]] PageTable& page_table() { return page_table_; }
  [[nodiscard]] StreamTable& streams() { return streams_; }

 private:
  static constexpr std::size_t kFewAllocations = 2048;

  [[nodiscard]] static constexpr bool is_of_range(core::FactKind kind) {
    return kind >= core::FactKind::range_appeared && kind <= core::FactKind::range_changed;
  }
  void map(const core::Fact& fact, const MomentStamp& now);
  void unmap(const core::Fact& fact, const MomentStamp& now);
  void resize(const core::Fact& fact);
  void place(const core::Fact& fact, const MomentStamp& now);
  void end_life(const core::Fact& fact, const MomentStamp& now);
  void move(const core::Fact& fact);
  void grow(const core::Fact& fact);
  void change_range(const core::Fact& fact);
  void lose(const core::Fact& fact);

  [[nodiscard]] PageRecord& touch(core::PageId page);
  [[nodiscard]] StreamRecord& raise(std::uint32_t stream);
  [[nodiscard]] core::Uint128 aligned(core::Bytes size) const {
    return core::Uint128{size.count()} + alignment_.padding(size).count();
  }

  core::Alignment alignment_;
  AllocationTable allocations_;
  PageTable page_table_;
  StreamTable streams_;
  SizeMultiset ranges_;
  Spells spells_;
  std::vector<PageRecord*> touched_pages_;
  std::vector<std::uint32_t> risen_streams_;
  core::Uint128 live_ = 0;
  core::Uint128 aligned_live_ = 0;
  core::Uint128 pending_ = 0;
  core::Uint128 reserved_ = 0;
  core::Uint128 free_ = 0;
  core::Uint128 squares_ = 0;
  core::Uint128 lost_ = 0;
  core::Uint128 idle_ = 0;
  core::Uint128 idle_free_ = 0;
  core::Uint128 outdated_bytes_ = 0;
  std::uint64_t outdated_pages_ = 0;
  std::uint64_t pages_count_ = 0;
};

}  // namespace arenasim::sim::statistics
