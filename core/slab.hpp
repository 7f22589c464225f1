// Objects in numbered slots: numbers stay valid, and freed ones are used again.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "core/growing_row.hpp"

namespace arenasim::core {

/// A slot that holds nothing.
inline constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

/// Slots of trivially copyable values. References to values are valid until the next `add` or `take`.
template <class Value>
class Slab {
  static_assert(sizeof(Value) >= sizeof(std::uint32_t), "a vacant slot holds the number of the next one");

 public:
  /// A slot with `value` in it: the one freed last, else a new one.
  [[nodiscard]] std::uint32_t add(const Value& value) {
    const std::uint32_t slot = take();
    values_[slot] = value;
    return slot;
  }

  /// The same with anything in it, for a caller that writes every field where it is to be.
  [[nodiscard]] std::uint32_t take() {
    if (vacant_ == kNoSlot) {
      values_.extend();
      ++count_;
      return static_cast<std::uint32_t>(values_.size() - 1);
    }
    const std::uint32_t slot = vacant_;
    std::memcpy(&vacant_, &values_[slot], sizeof vacant_);
    ++count_;
    return slot;
  }

  /// What was in the slot is no more.
  void remove(std::uint32_t slot) {
    --count_;
    std::memcpy(static_cast<void*>(&values_[slot]), &vacant_, sizeof vacant_);
    vacant_ = slot;
  }

  [[nodiscard]] Value& operator[](std::uint32_t slot) { return values_[slot]; }
  [[nodiscard]] const Value& operator[](std::uint32_t slot) const { return values_[slot]; }

  /// Slots in use.
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  GrowingRow<Value> values_;
  std::uint32_t vacant_ = kNoSlot;  ///< freed last
  std::size_t count_ = 0;
};

}  // namespace arenasim::core
