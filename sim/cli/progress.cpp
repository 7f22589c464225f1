#include "sim/cli/progress.hpp"

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace arenasim::sim::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{1000};
constexpr std::chrono::milliseconds kRedrawPeriod{200};
constexpr std::uint64_t kBarWidth = 30;

std::string bar(std::uint64_t passed, std::uint64_t expected) {
  const std::uint64_t done = std::min(passed, expected);
  const auto filled = static_cast<std::size_t>(kBarWidth * done / expected);
  return fmt::format("[{}{}] {:3}%  ", std::string(filled, '#'), std::string(kBarWidth - filled, '.'),
                     100 * done / expected);
}

}  // namespace

Progress::Progress(traces::EventSink& next, When when, std::uint64_t expected)
    : next_(next),
      wanted_(when == When::always || (when == When::automatic && ::isatty(STDERR_FILENO) == 1)),
      expected_(expected),
      due_(begin_ + kFirst) {}

Progress::~Progress() {
  if (shown_) {
    std::cerr << "\r\033[K" << std::flush;
  }
}

void Progress::take(std::span<const traces::Event> events) {
  next_.take(events);
  passed_ += events.size();
  reached_ = events.empty() ? reached_ : events.back().time;
  if (wanted_) {
    const auto now = Clock::now();
    if (now >= due_) {
      show(now);
    }
  }
}

void Progress::show(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double millions = static_cast<double>(passed_) / 1e6;
  std::cerr << fmt::format("\r{}{:.1f} million events, {:.1f} million/s\033[K",
                           expected_ == 0 ? "" : bar(passed_, expected_), millions, millions / seconds)
            << std::flush;
  shown_ = true;
  due_ = now + kRedrawPeriod;
}

}  // namespace arenasim::sim::cli
