// The stack of the pickle machine: values, and marks that values below cannot be taken across.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "traces/formats/pickle/value.hpp"

namespace arenasim::traces::pickle {

class Stack {
 public:
  void push(Value value) {
    make_room();
    values_[size_++] = value;
  }

  void mark() {
    floors_.push_back(floor_);
    floor_ = size_;
  }

  /// Where the last `count` values begin; nothing where fewer lie above the last mark.
  [[nodiscard]] std::optional<std::size_t> last(std::size_t count) const {
    return size_ - floor_ < count ? std::nullopt : std::optional{size_ - count};
  }

  /// Takes the last mark away and says where the values above it begin; nothing where there is no mark.
  [[nodiscard]] std::optional<std::size_t> take_mark() {
    if (floors_.empty()) {
      return std::nullopt;
    }
    const std::size_t first = floor_;
    floor_ = floors_.back();
    floors_.pop_back();
    return first;
  }

  [[nodiscard]] std::span<const Value> from(std::size_t first) const { return {values_.data() + first, size_ - first}; }

  /// The value before `first`; unset where a mark or nothing is.
  [[nodiscard]] Value before(std::size_t first) const { return first <= floor_ ? Value{} : values_[first - 1]; }

  void drop_from(std::size_t first) { size_ = first; }

  /// One value and no mark.
  [[nodiscard]] bool is_done() const { return size_ == 1 && floors_.empty(); }

  // For whoever pushes many values: their end is held outside, and put back before anything else is asked.

  /// Behind the last value; there is room for one more at least.
  [[nodiscard]] Value* end() {
    make_room();
    return values_.data() + size_;
  }
  [[nodiscard]] const Value* room_end() const { return values_.data() + values_.size(); }
  /// The values above the last mark, and the one below it; unset where another mark, or nothing, is there or was set.
  [[nodiscard]] std::span<const Value> above_mark() const { return from(floor_); }
  [[nodiscard]] Value below_mark() const {
    return floors_.empty() || floors_.back() == floor_ ? Value{} : values_[floor_ - 1];
  }
  /// Where the values above the last mark begin.
  [[nodiscard]] const Value* floor() const { return values_.data() + floor_; }
  void set_end(const Value* end) { size_ = static_cast<std::size_t>(end - values_.data()); }

 private:
  void make_room() {
    if (size_ == values_.size()) {
      values_.resize(std::max(kLeastRoom, 2 * size_));
    }
  }

  static constexpr std::size_t kLeastRoom = 1024;

  std::vector<Value> values_;  // and room for more
  std::size_t size_ = 0;
  std::vector<std::size_t> floors_;
  std::size_t floor_ = 0;
};

}  // namespace arenasim::traces::pickle
