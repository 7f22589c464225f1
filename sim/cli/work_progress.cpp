#include "sim/cli/work_progress.hpp"

#include <iostream>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace arenasim::sim::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{1000};
constexpr std::chrono::milliseconds kPeriod{200};

}  // namespace

WorkProgress::WorkProgress(std::string what, std::size_t expected, When when)
    : what_(std::move(what)),
      expected_(expected),
      wanted_(when == When::always || (when == When::automatic && ::isatty(STDERR_FILENO) == 1)),
      due_(Clock::now() + kFirst) {}

WorkProgress::~WorkProgress() {
  if (shown_) {
    std::cerr << "\r\033[K" << std::flush;
  }
}

void WorkProgress::one_done() {
  const std::lock_guard lock(mutex_);
  ++done_;
  show(fmt::format("{} of {} {}", done_, expected_, what_));
}

void WorkProgress::say(const std::string& text) {
  const std::lock_guard lock(mutex_);
  show(text);
}

void WorkProgress::show(const std::string& text) {
  if (wanted_ && Clock::now() >= due_) {
    std::cerr << "\r" << text << "\033[K" << std::flush;
    shown_ = true;
    due_ = Clock::now() + kPeriod;
  }
}

}  // namespace arenasim::sim::cli
