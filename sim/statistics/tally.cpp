#include "sim/statistics/tally.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace arenasim::sim::statistics {

void MomentOutcome::clear() {
  placed = false;
  retried = false;
  injected = false;
  failed.reset();
  refused_page.reset();
  pages_given_back = 0;
  relocations.clear();
}

void Tally::count_rare(const core::Fact& fact, const Moment& moment, const MemoryState& memory) {
  switch (fact.kind) {
    case core::FactKind::mapped:
      return count_grant(fact);
    case core::FactKind::map_refused:
      ++counters_.page_refusals;
      outcome_.refused_page = fact.bytes;
      outcome_.injected = outcome_.injected || fact.flag;
      return;
    case core::FactKind::copy_refused:
    case core::FactKind::wait_failed:
      outcome_.injected = outcome_.injected || fact.flag;
      return;
    case core::FactKind::unmapped:
      ++counters_.page_releases;
      ++outcome_.pages_given_back;
      return;
    case core::FactKind::retried:
      outcome_.retried = true;
      return;
    case core::FactKind::failed:
      outcome_.failed = static_cast<core::Refusal>(fact.reason);
      return;
    case core::FactKind::grown:
      return count_growth(fact, moment, memory);
    case core::FactKind::moved:
      move_bytes_.add(fact.bytes.count(), fact.bytes);
      return;
    case core::FactKind::relocation_asked:
      return begin_relocation(fact, moment);
    case core::FactKind::relocation_blocked:
      ++(fact.flag ? counters_.blocked_by_binding_pages : counters_.blocked_by_guard_pages);
      return;
    case core::FactKind::relocation_ended:
      return end_relocation(fact);
    default:
      return;
  }
}

void Tally::count_grant(const core::Fact& fact) {
  ++counters_.page_grants;
  counters_.granted_bytes += fact.bytes.count();
  page_bytes_.add(fact.bytes.count(), fact.bytes);
}

void Tally::count_growth(const core::Fact& fact, const Moment& moment, const MemoryState& memory) {
  ++counters_.growths;
  growths_.add({.event = moment.event,
                .time = moment.host_time,
                .stream = fact.stream,
                .request = fact.extra,
                .from_page = fact.offset,
                .to_page = fact.bytes,
                .outdated_pages_count = memory.outdated_pages()},
               limit_);
}

void Tally::begin_relocation(const core::Fact& fact, const Moment& moment) {
  ++counters_.relocations_by_reason[fact.reason];
  relocation_ = {.event = moment.event,
                 .time = moment.host_time,
                 .stream = fact.stream,
                 .reason = static_cast<core::RelocationReason>(fact.reason)};
}

void Tally::end_relocation(const core::Fact& fact) {
  ++counters_.relocations_by_outcome[fact.reason];
  relocation_.outcome = static_cast<core::RelocationOutcome>(fact.reason);
  if (relocation_.outcome == core::RelocationOutcome::moved) {
    relocation_.moves_count = fact.offset.count();
    relocation_.moved_bytes = fact.bytes.count();
    relocation_.pages_freed_count = fact.other_offset.count();
    relocation_.freed_bytes = fact.extra.count();
    counters_.moves += relocation_.moves_count;
    counters_.moved_bytes += relocation_.moved_bytes;
    counters_.freed_by_relocation_bytes += relocation_.freed_bytes;
    counters_.max_moved_bytes_in_one = std::max(counters_.max_moved_bytes_in_one, relocation_.moved_bytes);
  }
  outcome_.relocations.push_back(relocation_);
}

void Tally::end_rare_moment(std::span<const Stall> stalls) {
  if (!outcome_.relocations.empty()) {
    std::uint64_t spent = 0;
    for (const Stall& stall : stalls) {
      spent += stall.cause == StallCause::copy || stall.cause == StallCause::wait ? stall.cost.count() : 0;
    }
    // Hardly ever more than one; the one that moved most is what took the time.
    std::vector<Relocation>& ended = outcome_.relocations;
    const auto longest = std::max_element(ended.begin(), ended.end(), [](const Relocation& a, const Relocation& b) {
      return a.moved_bytes < b.moved_bytes;
    });
    longest->duration_ns = spent;
    for (const Relocation& relocation : ended) {
      relocations_.add(relocation, limit_);
    }
  }
  outcome_.clear();
  rare_ = false;
}

void Tally::finish(Results& results) {
  results.counters = counters_;
  results.growths = std::move(growths_);
  results.relocations = std::move(relocations_);
  results.histograms.page_bytes = page_bytes_;
  results.histograms.move_bytes = move_bytes_;
}

}  // namespace arenasim::sim::statistics
