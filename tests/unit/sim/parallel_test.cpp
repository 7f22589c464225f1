// Work on threads: every piece once, and one outcome whatever the threads do.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/parallel.hpp"

namespace arenasim::tests {
namespace {

TEST_CASE("Every number is worked on once, for any number of threads") {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    std::vector<std::atomic<int>> seen(1'000);
    sim::for_each_index(seen.size(), sim::Jobs{threads}, [&seen](std::size_t at) { ++seen[at]; });
    CHECK(std::all_of(seen.begin(), seen.end(), [](const std::atomic<int>& count) { return count == 1; }));
  }
}

TEST_CASE("Each thread begins numbers in order") {
  for (const unsigned threads : {1U, 2U}) {
    std::mutex mutex;
    std::map<std::thread::id, std::vector<std::size_t>> begun;
    sim::for_each_index(200, sim::Jobs{threads}, [&](std::size_t at) {
      const std::lock_guard lock(mutex);
      begun[std::this_thread::get_id()].push_back(at);
    });
    CHECK(begun.size() <= threads);
    for (const auto& [thread, numbers] : begun) {
      CHECK(std::is_sorted(numbers.begin(), numbers.end()));
    }
  }
}

TEST_CASE("The last numbers, fewer than threads, leave threads idle") {
  CHECK_FALSE(sim::leaves_threads_idle(9, 10, sim::Jobs{1}));
  CHECK_FALSE(sim::leaves_threads_idle(0, 10, sim::Jobs{2}));
  if (std::thread::hardware_concurrency() > 1) {
    CHECK(sim::leaves_threads_idle(9, 10, sim::Jobs{2}));
    CHECK_FALSE(sim::leaves_threads_idle(8, 10, sim::Jobs{2}));
  }
}

TEST_CASE("Of several errors the one of the least number is thrown on, and the other work is done") {
  for (const unsigned threads : {1U, 2U, 4U}) {
    std::atomic<int> done = 0;
    const auto body = [&done](std::size_t at) {
      if (at == 30 || at == 70) {
        throw std::runtime_error(std::to_string(at));
      }
      ++done;
    };
    CHECK_THROWS_WITH(sim::for_each_index(100, sim::Jobs{threads}, body), "30");
    CHECK(done == 98);
  }
}

TEST_CASE("No work is done at once") {
  sim::for_each_index(0, sim::Jobs{}, [](std::size_t) { FAIL("there is nothing to do"); });
}

}  // namespace
}  // namespace arenasim::tests
