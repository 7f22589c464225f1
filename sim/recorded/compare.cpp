#include "sim/recorded/compare.hpp"

#include "backends/bookkeeping/bookkeeping.hpp"
#include "core/fact_log.hpp"
#include "sim/recorded/walk.hpp"

namespace arenasim::sim::recorded {

bool has_places(const traces::Recorded& recorded) {
  return !recorded.addresses.empty() && !(recorded.final_segments.empty() && recorded.segment_events.empty());
}

std::optional<report::RecordedComparison> compare(const Recording& recording, const MakePolicy& make) {
  constexpr core::Bytes kLargestPage{std::uint64_t{1} << 60U};
  backends::Bookkeeping device({.capacity = {}, .largest_page = kLargestPage, .alignment = {}});
  core::FactLog log(core::FactDetail::nothing);
  const auto policy = make({.storage = device, .copies = device, .facts = log});
  if (policy->restores() == nullptr) {
    return std::nullopt;
  }
  return Walk(recording, *policy).run();
}

}  // namespace arenasim::sim::recorded
