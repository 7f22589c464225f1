// Values one behind the other, as many as needed; growing neither doubles nor, once it is long, moves them.
#pragma once

#include <cstddef>
#include <type_traits>

#include "core/growing_memory.hpp"

namespace arenasim::core {

template <class Value>
class GrowingRow {
  static_assert(std::is_trivially_copyable_v<Value>, "it is moved as bytes");
  static_assert(alignof(Value) <= 64);

 public:
  [[nodiscard]] Value& operator[](std::size_t position) { return begin_[position]; }
  [[nodiscard]] const Value& operator[](std::size_t position) const { return begin_[position]; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Value* begin() const { return begin_; }
  [[nodiscard]] const Value* end() const { return begin_ + size_; }

  /// One more at the end, of any value. References to others may end to be valid. Throws std::bad_alloc, and nothing
  /// has changed.
  void extend() {
    if ((size_ + 1) * sizeof(Value) > memory_.size()) {
      grow(size_ + 1);
    }
    ++size_;
  }

  /// The same up to a length, the new ones equal to `value`.
  void extend_to(std::size_t size, const Value& value) {
    while (size_ < size) {
      extend();
      begin_[size_ - 1] = value;
    }
  }

  /// None is left; the memory stays.
  void clear() { size_ = 0; }

 private:
  [[gnu::noinline]] void grow(std::size_t size) {
    memory_.grow(size * sizeof(Value));
    begin_ = static_cast<Value*>(memory_.begin());
  }

  GrowingMemory memory_;
  Value* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace arenasim::core
