// Where a record is, said only when something is wrong: naming a place must not cost where all is well.
#pragma once

#include <type_traits>

#include "traces/input_error.hpp"

namespace arenasim::traces {

/// Refers to a Position (or anything that becomes one, a LinePosition say) or to a callable that gives one. It lives no
/// longer than the call it is passed to.
class Where {
 public:
  template <class Place>
  Where(const Place& place) : place_(&place), position_(&position_of<Place>) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] Position position() const { return position_(place_); }

 private:
  template <class Place>
  static Position position_of(const void* place) {
    const auto& typed = *static_cast<const Place*>(place);
    if constexpr (std::is_convertible_v<const Place&, Position>) {
      return typed;
    } else {
      return typed();
    }
  }

  const void* place_;
  Position (*position_)(const void*);
};

}  // namespace arenasim::traces
