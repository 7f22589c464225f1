#include "tests/property/scenario_generator.hpp"

#include <algorithm>

#include "tests/property/draw.hpp"
#include "tests/property/size_style.hpp"

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMiB = 1U << 20U;
constexpr std::uint64_t kGiB = 1U << 30U;

/// One scenario in the making: what is live, kept and recording decides what can come next.
class Writer {
 public:
  Writer(std::uint64_t seed, Reach reach) : draw_(seed), reach_(reach), sizes_(draw_) {}

  ScenarioLines write() {
    write_device();
    streams_count_ = draw_.pick<std::uint64_t>({1, 1, 2, 3, 4});
    has_faults_ = draw_.chance(500);
    has_captures_ = draw_.chance(350);
    has_windows_ = draw_.chance(350);
    target_ = draw_.between(3, 120);
    const std::uint64_t steps = draw_.chance(30) ? draw_.between(1500, 3000) : draw_.between(20, 700);
    for (std::uint64_t step = 0; step < steps; ++step) {
      write_step();
    }
    write_ending();
    return std::move(lines_);
  }

 private:
  void say(const std::string& command) { lines_.push_back(command); }
  void say(const std::string& command, std::uint64_t number) { say(command + " " + std::to_string(number)); }
  std::string stream() { return std::to_string(draw_.below(streams_count_)); }

  void write_device() {
    const auto max_page =
        draw_.pick<std::uint64_t>({4 * kMiB, 16 * kMiB, 16 * kMiB, 100 * kMiB + 123, kGiB, kGiB, 16 * kGiB, 1024 * kGiB,
                                   draw_.between(20'000, 4 * kMiB), draw_.between(2 * kMiB, kGiB)});
    const auto capacity = draw_.pick<std::uint64_t>({0, 0, 0, 24 * kMiB, 64 * kMiB, 64 * kMiB, 200 * kMiB, kGiB,
                                                     draw_.between(1, 12 * kMiB), draw_.between(8 * kMiB, 512 * kMiB)});
    std::string memory = draw_.chance(800) ? "adaptive" : "exclusive";
    if (reach_ == Reach::ours && memory == "adaptive" && draw_.chance(300)) {
      memory += draw_.pick({":padding=reuse", ":fit=best", ":fit=next", ":padding=reuse,fit=best"});
    }
    const std::string mode = draw_.chance(750) ? "auto" : draw_.pick({"persistent", "size-match", "size-match"});
    const auto alignment = std::uint64_t{16} << draw_.below(9);
    say("device max_page=" + std::to_string(max_page) + " alignment=" + std::to_string(alignment) +
        " capacity=" + std::to_string(capacity) + " memory=" + memory + " mode=" + mode);
  }

  void write_step() {
    const std::uint64_t roll = draw_.below(1000);
    if (roll < 35) {
      say((roll < 27 ? "cleanup " : "relocate ") + stream());
    } else if (roll < 85) {
      write_keeping();
    } else if (roll < 105) {
      write_fault();
    } else if (roll < 125) {
      write_capture();
    } else if (roll < 140) {
      write_window();
    } else if (roll < 150) {
      say("report");
    } else if (roll < 180) {
      write_ours();
    } else if (!live_.empty() && (live_.size() > target_ || draw_.chance(420))) {
      write_free();
    } else {
      write_alloc();
    }
    target_ = draw_.chance(5) ? draw_.between(3, 120) : target_;
  }

  void write_alloc() {
    const bool again = !retired_.empty() && draw_.chance(300);
    const std::uint64_t id = again ? draw_.take(retired_) : next_id_++;
    say("alloc " + std::to_string(id) + " " + std::to_string(sizes_.next(draw_)) + " " + stream());
    live_.push_back(id);
  }

  void write_free() {
    const std::uint64_t id = draw_.take(live_);
    say("free", id);
    retire(id);
  }

  /// An id can be used again unless it was ever kept: its guard may outlive it.
  void retire(std::uint64_t id) {
    if (std::find(ever_kept_.begin(), ever_kept_.end(), id) == ever_kept_.end()) {
      retired_.push_back(id);
    }
  }

  void write_keeping() {
    const bool guards = draw_.chance(500);
    auto& kept = guards ? guarded_ : bound_;
    if (!kept.empty() && draw_.chance(550)) {
      say(guards ? "unguard" : "unbind", draw_.take(kept));
    } else if (!live_.empty()) {
      const std::uint64_t id = draw_.pick(live_);
      say(guards ? "guard" : "bind", id);
      ever_kept_.push_back(id);
      if (std::find(kept.begin(), kept.end(), id) == kept.end()) {
        kept.push_back(id);
      }
    }
  }

  void write_fault() {
    if (has_faults_) {
      const auto* command = draw_.pick({"refuse_pages", "refuse_pages", "refuse_copies", "fail_waits"});
      say(command, draw_.pick<std::uint64_t>({0, 1, 1, 1, 2, 3}));
    }
  }

  void write_capture() {
    if (!has_captures_) {
      return;
    }
    if (!recording_.empty() && draw_.chance(700)) {
      say("seal", draw_.take(recording_));
    } else if (recording_.size() < 2) {
      const std::string chosen = stream();
      if (draw_.chance(800)) {
        say("prepare " + chosen);
      }
      if (std::find(recording_.begin(), recording_.end(), std::stoull(chosen)) == recording_.end()) {
        say("record " + chosen);
        recording_.push_back(std::stoull(chosen));
      }
    }
  }

  void write_window() {
    if (has_windows_) {
      say("mode " + stream(), draw_.pick<std::uint64_t>({0, 0, 1, 2}));
    }
  }

  /// What the reference does not know; also a free of an id that never was.
  void write_ours() {
    const std::uint64_t roll = draw_.below(10);
    if (roll == 0) {
      say("free", 1'000'000 + draw_.below(10));
    } else if (reach_ == Reach::reference) {
      return;
    } else if (roll < 4 && !live_.empty()) {
      pending_.push_back(draw_.take(live_));
      say("free_requested", pending_.back());
    } else if (roll < 7 && !pending_.empty()) {
      const std::uint64_t id = draw_.take(pending_);
      say("free_completed", id);
      retire(id);
    } else {
      say(draw_.pick({"audit", "advance 5us", "marker phase"}));
    }
  }

  void write_ending() {
    for (const std::uint64_t stream : recording_) {
      say("seal", stream);
    }
    for (const std::uint64_t id : guarded_) {
      say("unguard", id);
    }
    for (const std::uint64_t id : bound_) {
      say("unbind", id);
    }
    say("report");
    for (const std::uint64_t id : pending_) {
      say("free_completed", id);
    }
    for (const std::uint64_t id : live_) {
      say("free", id);
    }
    for (std::uint64_t each = 0; each < streams_count_; ++each) {
      say("cleanup", each);
    }
    say("report");
  }

  Draw draw_;
  Reach reach_;
  SizeStyle sizes_;
  ScenarioLines lines_;
  std::vector<std::uint64_t> live_;
  std::vector<std::uint64_t> pending_;
  std::vector<std::uint64_t> retired_;
  std::vector<std::uint64_t> guarded_;
  std::vector<std::uint64_t> bound_;
  std::vector<std::uint64_t> ever_kept_;
  std::vector<std::uint64_t> recording_;
  std::uint64_t next_id_ = 1;
  std::uint64_t streams_count_ = 1;
  std::uint64_t target_ = 0;
  bool has_faults_ = false;
  bool has_captures_ = false;
  bool has_windows_ = false;
};

}  // namespace

ScenarioLines random_scenario(std::uint64_t seed, Reach reach) {
  return Writer(seed, reach).write();
}

std::string text_of(const ScenarioLines& scenario) {
  std::string text;
  for (const std::string& line : scenario) {
    text += line + "\n";
  }
  return text;
}

}  // namespace arenasim::tests
