// Things on their way from one thread to another, in order, a few at a time.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>

#include "traces/waiting_line.hpp"

namespace arenasim::traces {

/// One thread pushes, another one pops. What was used goes back, so that no more are made than are under way. A thread
/// that waits is woken when there is something to do for a while: who pops, by the first item; who pushes, when half of
/// the room is free again.
template <class Item>
class Handover {
 public:
  /// `most` wait at a time.
  explicit Handover(std::size_t most) : waiting_(most) {}

  /// Waits for room, passes `item` on and puts a used or fresh one in its place. False where nobody pops any more: then
  /// nothing is passed.
  bool push(Item& item) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return !waiting_.full() || stopped_; });
    if (stopped_) {
      return false;
    }
    waiting_.push(item);
    const bool first = waiting_.size() == 1;
    lock.unlock();
    if (first) {
      changed_.notify_all();
    }
    return true;
  }

  /// Waits for the next one. Nothing at the end.
  std::optional<Item> pop() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return !waiting_.empty() || ended_; });
    if (waiting_.empty()) {
      return std::nullopt;
    }
    std::optional<Item> item{waiting_.pop()};
    const bool roomy = waiting_.half_empty();
    lock.unlock();
    if (roomy) {
      changed_.notify_all();
    }
    return item;
  }

  void give_back(Item item) {
    const std::lock_guard lock{mutex_};
    waiting_.give_back(std::move(item));
  }

  /// Nothing more will be pushed.
  void end() {
    const std::lock_guard lock{mutex_};
    ended_ = true;
    changed_.notify_all();
  }

  /// Nothing more will be popped.
  void stop() {
    const std::lock_guard lock{mutex_};
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  WaitingLine<Item> waiting_;
  bool ended_ = false;
  bool stopped_ = false;
};

}  // namespace arenasim::traces
