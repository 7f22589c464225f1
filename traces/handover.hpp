// Things on their way from one thread to another, in order, a few at a time.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace arenasim::traces {

/// One thread pushes, another one pops. What was used goes back, so that no more are made than are under way. A thread
/// that waits is woken when there is something to do for a while: who pops, by the first item or some more; who pushes,
/// when half of the room is free again.
template <class Item>
class Handover {
 public:
  /// `most` wait at a time. Who has found none to pop sleeps until there are `enough`, at most as many, or no more
  /// come.
  explicit Handover(std::size_t most, std::size_t enough = 1) : most_(most), enough_(enough) {}

  /// Waits for room, passes `item` on and puts a used or fresh one in its place. False where nobody pops any more: then
  /// nothing is passed.
  bool push(Item& item) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [this] { return waiting_.size() < most_ || stopped_; });
    if (stopped_) {
      return false;
    }
    waiting_.push_back(std::move(item));
    const bool enough = waiting_.size() == enough_;
    if (used_.empty()) {
      item = Item{};
    } else {
      item = std::move(used_.back());
      used_.pop_back();
    }
    lock.unlock();
    if (enough) {
      changed_.notify_all();
    }
    return true;
  }

  /// Waits for the next one. Nothing at the end.
  std::optional<Item> pop() {
    std::unique_lock lock{mutex_};
    if (waiting_.empty()) {
      changed_.wait(lock, [this] { return waiting_.size() >= enough_ || ended_; });
    }
    if (waiting_.empty()) {
      return std::nullopt;
    }
    std::optional<Item> item{std::move(waiting_.front())};
    waiting_.pop_front();
    const bool roomy = waiting_.size() == most_ / 2;
    lock.unlock();
    if (roomy) {
      changed_.notify_all();
    }
    return item;
  }

  void give_back(Item item) {
    const std::lock_guard lock{mutex_};
    used_.push_back(std::move(item));
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
  std::size_t most_;
  std::size_t enough_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> waiting_;
  std::vector<Item> used_;
  bool ended_ = false;
  bool stopped_ = false;
};

}  // namespace arenasim::traces
