// The stack of the pickle machine: values, and marks that values below cannot be taken across.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "traces/formats/pickle/values.hpp"

namespace arenasim::traces::pickle {

class Stack {
 public:
  void push(Value value) { values_.push_back(value); }

  void mark() {
    floors_.push_back(floor_);
    floor_ = values_.size();
  }

  /// Where the last `count` values begin; nothing where fewer lie above the last mark.
  [[nodiscard]] std::optional<std::size_t> last(std::size_t count) const {
    return values_.size() - floor_ < count ? std::nullopt : std::optional{values_.size() - count};
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

  [[nodiscard]] std::span<const Value> from(std::size_t first) const { return std::span{values_}.subspan(first); }

  /// The value before `first`; unset where a mark or nothing is.
  [[nodiscard]] Value before(std::size_t first) const { return first <= floor_ ? Value{} : values_[first - 1]; }

  void drop_from(std::size_t first) { values_.resize(first); }

  /// One value and no mark.
  [[nodiscard]] bool is_done() const { return values_.size() == 1 && floors_.empty(); }

 private:
  std::vector<Value> values_;
  std::vector<std::size_t> floors_;
  std::size_t floor_ = 0;
};

}  // namespace arenasim::traces::pickle
