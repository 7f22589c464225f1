#include "sim/search/smallest.hpp"

#include <algorithm>

#include "core/units.hpp"

namespace arenasim::sim::search {
namespace {

/// Indexes spread evenly over the range, its ends among them.
std::vector<std::uint64_t> spread(std::uint64_t size, std::uint64_t count) {
  std::vector<std::uint64_t> indexes;
  const std::uint64_t pieces = std::max<std::uint64_t>(std::min(size, std::max<std::uint64_t>(count, 2)), 1);
  for (std::uint64_t piece = 0; piece < pieces; ++piece) {
    const auto last = static_cast<core::Uint128>(size - 1);
    indexes.push_back(pieces == 1 ? 0 : static_cast<std::uint64_t>(last * piece / (pieces - 1)));
  }
  return indexes;
}

class Search {
 public:
  Search(const Range& range, const std::function<bool(std::uint64_t)>& holds) : range_(range), holds_(holds) {}

  void probe(const std::vector<std::uint64_t>& indexes, Jobs jobs) {
    std::vector<Probe> probes(indexes.size());
    for_each_index(indexes.size(), jobs, [&](std::size_t at) {
      const std::uint64_t value = range_.value(indexes[at]);
      probes[at] = {value, holds_(value)};
    });
    found_.probes.insert(found_.probes.end(), probes.begin(), probes.end());
  }

  /// Between an index at which it does not hold and one at which it does.
  void bisect(std::uint64_t fails, std::uint64_t holds) {
    while (holds - fails > 1) {
      const std::uint64_t middle = fails + (holds - fails) / 2;
      const std::uint64_t value = range_.value(middle);
      found_.probes.push_back({value, holds_(value)});
      (found_.probes.back().holds ? holds : fails) = middle;
    }
    found_.value = range_.value(holds);
  }

  [[nodiscard]] const std::vector<Probe>& probes() const { return found_.probes; }

  [[nodiscard]] Smallest finish() {
    std::sort(found_.probes.begin(), found_.probes.end(),
              [](const Probe& left, const Probe& right) { return left.value < right.value; });
    for (const Probe& probe : found_.probes) {
      if (found_.value && probe.value > *found_.value && !probe.holds) {
        found_.fails_above.push_back(probe.value);
      }
    }
    return std::move(found_);
  }

 private:
  const Range& range_;
  const std::function<bool(std::uint64_t)>& holds_;
  Smallest found_;
};

}  // namespace

Smallest smallest(const Range& range, std::uint64_t probes_count, Jobs jobs,
                  const std::function<bool(std::uint64_t)>& holds) {
  Search search(range, holds);
  const std::vector<std::uint64_t> indexes = spread(range.size(), probes_count);
  search.probe(indexes, jobs);
  const auto first =
      std::find_if(search.probes().begin(), search.probes().end(), [](const Probe& probe) { return probe.holds; });
  if (first != search.probes().end()) {
    const auto at = static_cast<std::size_t>(first - search.probes().begin());
    at == 0 ? search.bisect(indexes[0], indexes[0]) : search.bisect(indexes[at - 1], indexes[at]);
  }
  return search.finish();
}

}  // namespace arenasim::sim::search
