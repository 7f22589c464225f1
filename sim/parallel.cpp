#include "sim/parallel.hpp"

#include <algorithm>
#include <exception>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace arenasim::sim {

void for_each_index(std::size_t count, Jobs jobs, const std::function<void(std::size_t)>& body) {
  std::vector<std::exception_ptr> failed(count);
  const auto guarded = [&body, &failed](std::size_t index) {
    try {
      body(index);
    } catch (...) {
      failed[index] = std::current_exception();
    }
  };
  if (jobs.threads == 1) {
    for (std::size_t index = 0; index < count; ++index) {
      guarded(index);
    }
  } else {
    // More threads than cores would only earn a warning.
    const auto cores = static_cast<unsigned>(tbb::info::default_concurrency());
    tbb::task_arena arena(static_cast<int>(jobs.threads == 0 ? cores : std::min(jobs.threads, cores)));
    arena.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, count, 1),
          [&](const auto& range) {
            for (std::size_t index = range.begin(); index != range.end(); ++index) {
              guarded(index);
            }
          },
          tbb::simple_partitioner{});
    });
  }
  for (const std::exception_ptr& failure : failed) {
    if (failure) {
      std::rethrow_exception(failure);
    }
  }
}

}  // namespace arenasim::sim
