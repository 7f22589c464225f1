// A line on standard error that says how many of so many pieces of work are done.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

#include "sim/cli/person.hpp"

namespace arenasim::sim::cli {

/// Pieces may end on any thread. Shown after the first second, a few times a second.
class WorkProgress {
 public:
  /// `what`: "replays".
  WorkProgress(std::string what, std::size_t expected, When when);
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;
  /// Takes the line away.
  ~WorkProgress();

  void one_done();

  /// Another text in place of the count, where how much there is to do is not known.
  void say(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  void show(const std::string& text);

  std::string what_;
  std::size_t expected_;
  bool wanted_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  bool shown_ = false;
  Clock::time_point due_;
};

}  // namespace arenasim::sim::cli
