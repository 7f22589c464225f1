// From hashes to slots: open addressing, at loads of up to a half while it is small, then of a half to three quarters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace arenasim::traces {

/// Twelve bytes a place. Who looks for a slot says whether one with the same hash is the one that is meant.
class HashedSlots {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] std::size_t size() const { return count_; }

  /// Makes room for one more.
  void make_room() {
    if (count_ == most_) {
      grow();
    }
  }

  /// Where the slot is that has this hash and for which `is_meant(slot)` is true, or the empty place where it would go.
  /// There must have been room for one.
  template <class IsMeant>
  [[nodiscard]] std::size_t place(std::uint64_t hash, IsMeant is_meant) const {
    std::size_t at = home(hash);
    while (places_[at].slot != kNone && !(places_[at].hash() == hash && is_meant(places_[at].slot))) {
      at = behind(at);
    }
    return at;
  }

  /// Starts to fetch where `place` looks first.
  void fetch(std::uint64_t hash) const {
    if (room_ != 0) {
      __builtin_prefetch(&places_[home(hash)]);
    }
  }

  /// kNone where the place is empty.
  [[nodiscard]] std::uint32_t slot(std::size_t place) const { return places_[place].slot; }

  /// Fills an empty place.
  void put(std::size_t place, std::uint64_t hash, std::uint32_t slot) {
    places_[place] = {static_cast<std::uint32_t>(hash), static_cast<std::uint32_t>(hash >> 32U), slot};
    ++count_;
  }

  /// Empties a place that is not empty.
  void remove(std::size_t place) {
    --count_;
    // Entries behind the hole move up where that brings them no further from home than they belong.
    std::size_t hole = place;
    for (std::size_t at = behind(hole); places_[at].slot != kNone; at = behind(at)) {
      if (distance(home(places_[at].hash()), at) >= distance(hole, at)) {
        places_[hole] = places_[at];
        hole = at;
      }
    }
    places_[hole].slot = kNone;
  }

 private:
  struct Place {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t slot = kNone;

    [[nodiscard]] std::uint64_t hash() const { return (std::uint64_t{high} << 32U) | low; }
  };
  static_assert(sizeof(Place) == 12);

  /// Places go by the order of hashes, whatever their number.
  [[nodiscard]] std::size_t home(std::uint64_t hash) const {
    return static_cast<std::size_t>(((hash >> 32U) * room_) >> 32U);
  }
  [[nodiscard]] std::size_t behind(std::size_t at) const { return at + 1 == room_ ? 0 : at + 1; }
  /// How many places `to` is behind `from`.
  [[nodiscard]] std::size_t distance(std::size_t from, std::size_t to) const {
    return to >= from ? to - from : to + room_ - from;
  }
  void grow();

  std::vector<Place> places_;
  std::size_t room_ = 0;  // how many places there are
  std::size_t most_ = 0;  // of them may be filled
  std::size_t count_ = 0;
};

}  // namespace arenasim::traces
