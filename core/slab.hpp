// Objects in numbered slots: numbers stay valid, freed ones are used again, and growth never moves or doubles anything.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

namespace arenasim::core {

/// A slot that holds nothing.
inline constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

/// Slots of trivially copyable values in blocks of 2^`kBits`.
template <class Value, std::uint32_t kBits = 12>
class Slab {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  /// A slot with `value` in it: the one freed last, else a new one.
  [[nodiscard]] std::uint32_t add(const Value& value) {
    const std::uint32_t slot = take();
    (*this)[slot] = value;
    return slot;
  }

  /// The same with anything in it, for a caller that writes every field where it is to be.
  [[nodiscard]] std::uint32_t take() {
    if (vacant_.empty()) {
      return take_new();
    }
    const std::uint32_t slot = vacant_.back();
    vacant_.pop_back();
    return slot;
  }

  void remove(std::uint32_t slot) { vacant_.push_back(slot); }

  [[nodiscard]] Value& operator[](std::uint32_t slot) { return (*blocks_[slot >> kBits])[slot & kMask]; }
  [[nodiscard]] const Value& operator[](std::uint32_t slot) const { return (*blocks_[slot >> kBits])[slot & kMask]; }

  /// Slots in use.
  [[nodiscard]] std::size_t count() const { return size_ - vacant_.size(); }

  void clear() {
    blocks_.clear();
    vacant_.clear();
    size_ = 0;
  }

 private:
  [[gnu::noinline]] std::uint32_t take_new() {
    if ((size_ & kMask) == 0) {
      blocks_.push_back(std::make_unique_for_overwrite<Block>());
    }
    return size_++;
  }

  static constexpr std::uint32_t kMask = (std::uint32_t{1} << kBits) - 1;
  using Block = std::array<Value, std::size_t{1} << kBits>;

  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<std::uint32_t> vacant_;
  std::uint32_t size_ = 0;
};

}  // namespace arenasim::core
