// Independent pieces of work on several threads, with one outcome whatever the number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace arenasim::sim {

/// `--jobs`: how many threads at most. 0: one for each core.
struct Jobs {
  unsigned threads = 0;
};

/// How many cores this process may use.
[[nodiscard]] unsigned cores();

/// Calls `body` once for each number from 0 to `count` - 1, on at most so many threads, which begin the numbers in
/// order; bodies share nothing that one of them changes. Where some throw, the others still run, and the exception of
/// the least number is thrown on, so that which error is seen does not go by the threads.
void for_each_index(std::size_t count, Jobs jobs, const std::function<void(std::size_t)>& body);

/// True for a number that is begun when fewer are left than there are threads: some thread will have nothing to do
/// before it is done.
[[nodiscard]] bool leaves_threads_idle(std::size_t number, std::size_t count, Jobs jobs);

}  // namespace arenasim::sim
