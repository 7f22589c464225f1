// The memo of the pickle machine: values by number, to be got again.
#pragma once

#include <cstdint>

#include "traces/formats/pickle/paged_vector.hpp"
#include "traces/formats/pickle/values.hpp"

namespace arenasim::traces::pickle {

class Memo {
 public:
  /// How many slots are set: the number that MEMOIZE gives.
  [[nodiscard]] std::uint64_t count() const { return set_; }

  /// Memory for all slots up to `slot` is taken: callers bound it.
  void put(std::uint64_t slot, Value value) {
    if (slot >= slots_.size()) {
      slots_.grow(slot + 1);
    }
    set_ += slots_[slot].is(Kind::unset) ? 1U : 0U;
    slots_[slot] = value;
  }

  /// No slot was left out.
  [[nodiscard]] bool is_dense() const { return set_ == slots_.size(); }

  /// What MEMOIZE does where no slot was left out; false and no change where one was.
  [[nodiscard]] bool add(Value value) {
    if (!is_dense()) {
      return false;
    }
    slots_.push_back(value);
    ++set_;
    return true;
  }

  /// The memo as it is, until something is put.
  class View {
   public:
    explicit View(const PagedVector<Value>& slots) : slots_(slots.view()), count_(slots.size()) {}

    /// Unset where nothing was put.
    [[nodiscard]] Value get(std::uint64_t slot) const { return slot < count_ ? slots_[slot] : Value{}; }

   private:
    PagedVector<Value>::View slots_;
    std::uint64_t count_;
  };
  [[nodiscard]] View view() const { return View(slots_); }

  /// Unset where nothing was put.
  [[nodiscard]] Value get(std::uint64_t slot) const { return view().get(slot); }

 private:
  PagedVector<Value> slots_;
  std::uint64_t set_ = 0;
};

}  // namespace arenasim::traces::pickle
