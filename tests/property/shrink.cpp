#include "tests/property/shrink.hpp"

#include <algorithm>
#include <sstream>

namespace arenasim::tests {
namespace {

class Shrinker {
 public:
  Shrinker(ScenarioLines scenario, const std::function<bool(const ScenarioLines&)>& fails, int most_tries)
      : best_(std::move(scenario)), fails_(fails), tries_left_(most_tries) {}

  ScenarioLines run() {
    for (std::size_t before = 0; before != best_.size() && tries_left_ > 0;) {
      before = best_.size();
      drop_lines();
    }
    for (std::size_t line = 1; line < best_.size(); ++line) {
      lower_size(line);
    }
    return best_;
  }

 private:
  bool keep_if_failing(ScenarioLines candidate) {
    if (tries_left_-- <= 0 || !fails_(candidate)) {
      return false;
    }
    best_ = std::move(candidate);
    return true;
  }

  /// Chunks of half the lines, then of a quarter, down to single ones, each dropped where the rest still fails.
  void drop_lines() {
    for (std::size_t chunk = std::max<std::size_t>(best_.size() / 2, 1); chunk > 0; chunk /= 2) {
      for (std::size_t first = 1; first < best_.size();) {
        const std::size_t last = std::min(first + chunk, best_.size());
        ScenarioLines candidate(best_.begin(), best_.begin() + static_cast<std::ptrdiff_t>(first));
        candidate.insert(candidate.end(), best_.begin() + static_cast<std::ptrdiff_t>(last), best_.end());
        first = keep_if_failing(std::move(candidate)) ? first : last;
      }
    }
  }

  void lower_size(std::size_t line) {
    std::istringstream words(best_[line]);
    std::string name;
    std::string id;
    std::string stream;
    std::uint64_t size = 0;
    if (!(words >> name >> id >> size >> stream) || name != "alloc") {
      return;
    }
    const auto with = [&](std::uint64_t lower) {
      ScenarioLines candidate = best_;
      candidate[line] = "alloc " + id + " " + std::to_string(lower) + " " + stream;
      return candidate;
    };
    for (std::uint64_t step = size; step > 0; step /= 2) {
      while (step <= size && tries_left_ > 0 && keep_if_failing(with(size - step))) {
        size -= step;
      }
    }
  }

  ScenarioLines best_;
  const std::function<bool(const ScenarioLines&)>& fails_;
  int tries_left_;
};

}  // namespace

ScenarioLines shrink(ScenarioLines scenario, const std::function<bool(const ScenarioLines&)>& fails, int most_tries) {
  return Shrinker(std::move(scenario), fails, most_tries).run();
}

}  // namespace arenasim::tests
