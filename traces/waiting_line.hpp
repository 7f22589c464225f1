// Things on their way to somebody else, in order, and used ones that are filled again.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

namespace arenasim::traces {

/// No more are made than are under way. Where two threads share it, its user has a lock.
template <class Item>
class WaitingLine {
 public:
  /// `most` may wait at a time.
  explicit WaitingLine(std::size_t most) : most_(most) {}

  [[nodiscard]] std::size_t size() const { return waiting_.size(); }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  [[nodiscard]] bool full() const { return waiting_.size() >= most_; }
  [[nodiscard]] bool half_empty() const { return waiting_.size() <= most_ / 2; }

  /// Puts a used or fresh one in the place of `item`.
  void push(Item& item) {
    waiting_.push_back(std::move(item));
    item = Item{};
    if (!used_.empty()) {
      item = std::move(used_.back());
      used_.pop_back();
    }
  }

  /// There must be one.
  [[nodiscard]] Item pop() {
    Item item = std::move(waiting_.front());
    waiting_.pop_front();
    return item;
  }

  void give_back(Item item) { used_.push_back(std::move(item)); }

 private:
  std::size_t most_;
  std::deque<Item> waiting_;
  std::vector<Item> used_;
};

}  // namespace arenasim::traces
