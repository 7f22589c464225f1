#include "sim/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <vector>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace arenasim::sim {

namespace {

/// More threads than cores would only earn a warning.
unsigned threads_of(Jobs jobs) {
  return jobs.threads == 0 ? cores() : std::min(jobs.threads, cores());
}

}  // namespace

unsigned cores() {
  return static_cast<unsigned>(tbb::info::default_concurrency());
}

void for_each_index(std::size_t count, Jobs jobs, const std::function<void(std::size_t)>& body) {
  std::vector<std::exception_ptr> failed(count);
  const auto guarded = [&body, &failed](std::size_t index) {
    try {
      body(index);
    } catch (...) {
      failed[index] = std::current_exception();
    }
  };
  std::atomic<std::size_t> next = 0;
  const auto work = [&](unsigned /*thread*/) {
    for (std::size_t index = next++; index < count; index = next++) {
      guarded(index);
    }
  };
  if (const unsigned threads = threads_of(jobs); threads == 1) {
    work(0);
  } else {
    tbb::task_arena arena(static_cast<int>(threads));
    arena.execute([&] { tbb::parallel_for(0U, threads, work, tbb::simple_partitioner{}); });
  }
  for (const std::exception_ptr& failure : failed) {
    if (failure) {
      std::rethrow_exception(failure);
    }
  }
}

bool leaves_threads_idle(std::size_t number, std::size_t count, Jobs jobs) {
  return number + threads_of(jobs) > count;
}

}  // namespace arenasim::sim
