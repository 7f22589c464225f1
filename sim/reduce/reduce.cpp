#include "sim/reduce/reduce.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>

#include "sim/reduce/pieces.hpp"

namespace arenasim::sim::reduce {
namespace {

using traces::Event;
using traces::EventKind;

bool is_allocation(EventKind kind) {
  return kind == EventKind::alloc || kind == EventKind::preexisting;
}

bool frees(EventKind kind) {
  return kind == EventKind::free || kind == EventKind::free_requested || kind == EventKind::free_completed;
}

/// A slot for each allocation alone: a reader uses a freed block's slot again, and here the free may go.
void give_each_its_slot(Events& events) {
  std::unordered_map<std::uint64_t, traces::BlockSlot> slots;
  for (Event& event : events) {
    if (is_allocation(event.kind)) {
      slots[event.id] = traces::BlockSlot{static_cast<std::uint32_t>(slots.size())};
    }
    if (const auto known = slots.find(event.id);
        known != slots.end() && (is_allocation(event.kind) || frees(event.kind))) {
      event.slot = known->second;
    }
  }
}

class Reducer {
 public:
  Reducer(Events events, const Task& task)
      : best_(std::move(events)),
        task_(task),
        width_(task.jobs.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : task.jobs.threads) {}

  Events run() {
    give_each_its_slot(best_);
    cut_end();
    for (bool changed = true; changed;) {
      const std::size_t before = best_.size();
      drop_pieces();
      drop_frees();
      changed = lower_sizes();  // a smaller size can make another piece needless
      changed = changed || best_.size() != before;
    }
    return std::move(best_);
  }

 private:
  using Make = std::function<Events(std::size_t)>;

  void keep(Events events) {
    best_ = std::move(events);
    task_.better(best_);
  }

  bool keep_if_shown(Events candidate) {
    ++tries_;
    task_.tried(tries_, best_.size());
    const bool shown = task_.shows(candidate);
    if (shown) {
      keep(std::move(candidate));
    }
    return shown;
  }

  /// The first of `count` candidates that shows it. Tries some at once, and takes what one after the other would find.
  std::optional<std::size_t> first_shown(std::size_t count, const Make& make) {
    for (std::size_t begin = 0; begin < count; begin += width_) {
      const std::size_t some = std::min<std::size_t>(width_, count - begin);
      std::vector<Events> candidates(some);
      std::vector<char> shown(some);
      for_each_index(some, task_.jobs, [&](std::size_t at) {
        candidates[at] = make(begin + at);
        shown[at] = task_.shows(candidates[at]) ? 1 : 0;
      });
      tries_ += some;
      task_.tried(tries_, best_.size());
      const auto found = std::find(shown.begin(), shown.end(), char{1});
      if (found != shown.end()) {
        const auto at = static_cast<std::size_t>(found - shown.begin());
        keep(std::move(candidates[at]));
        return begin + at;
      }
    }
    return std::nullopt;
  }

  /// What stands behind the event at which it shows goes first: it is most of a trace that fails early.
  void cut_end() {
    std::size_t fails = 0;
    for (std::size_t shows = best_.size(); shows - fails > 1;) {
      const std::size_t middle = fails + (shows - fails) / 2;
      const bool shown = keep_if_shown({best_.begin(), best_.begin() + static_cast<std::ptrdiff_t>(middle)});
      (shown ? shows : fails) = middle;
    }
  }

  /// Runs of half the pieces, then of a quarter, down to single ones, until no single one can go.
  void drop_pieces() {
    for (std::size_t length = std::max<std::size_t>(Pieces(best_).count() / 2, 1);;) {
      const bool dropped = drop_runs(length);
      if (length == 1 && !dropped) {
        return;
      }
      length = std::max<std::size_t>(length / 2, 1);
    }
  }

  /// Each run of so many pieces that can go, goes. True where one did.
  bool drop_runs(std::size_t length) {
    const Pieces pieces(best_);
    std::vector<bool> keep(pieces.count(), true);
    bool dropped = false;
    for (std::size_t first = 0; first < pieces.count();) {
      const std::size_t runs = (pieces.count() - first + length - 1) / length;
      const auto without = [&](std::size_t run) {
        std::vector<bool> fewer = keep;
        const std::size_t begin = first + run * length;
        std::fill(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                  fewer.begin() + static_cast<std::ptrdiff_t>(std::min(begin + length, pieces.count())), false);
        return std::pair{std::move(fewer), begin};
      };
      const auto found = first_shown(runs, [&](std::size_t run) { return pieces.kept(without(run).first); });
      if (!found) {
        break;
      }
      auto [fewer, begin] = without(*found);
      keep = std::move(fewer);
      first = begin + length;
      dropped = true;
    }
    return dropped;
  }

  /// A free that nothing needs goes alone.
  void drop_frees() {
    for (std::size_t at = best_.size(); at-- > 0;) {
      if (best_[at].kind == EventKind::free) {
        Events candidate = best_;
        candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(at));
        keep_if_shown(std::move(candidate));
      }
    }
  }

  /// The same trace with another size of the allocation at `at`, and of its frees.
  [[nodiscard]] Events with_size(std::size_t at, std::uint64_t size) const {
    Events candidate = best_;
    candidate[at].size = core::Bytes{size};
    for (std::size_t later = at + 1; later < candidate.size(); ++later) {
      if (candidate[later].id == best_[at].id && frees(candidate[later].kind)) {
        candidate[later].size = core::Bytes{size};
      }
    }
    return candidate;
  }

  /// True where one became less.
  bool lower_sizes() {
    bool lowered = false;
    for (std::size_t at = 0; at < best_.size(); ++at) {
      if (!is_allocation(best_[at].kind)) {
        continue;
      }
      for (std::uint64_t step = best_[at].size.count(); step > 0; step /= 2) {
        while (step < best_[at].size.count() && keep_if_shown(with_size(at, best_[at].size.count() - step))) {
          lowered = true;
        }
      }
    }
    return lowered;
  }

  Events best_;
  const Task& task_;
  std::size_t width_;
  std::uint64_t tries_ = 0;
};

}  // namespace

Events reduce(Events events, const Task& task) {
  return Reducer(std::move(events), task).run();
}

}  // namespace arenasim::sim::reduce
