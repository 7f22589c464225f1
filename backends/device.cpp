#include "backends/device.hpp"

namespace arenasim::backends {

core::Limits LimitsRequest::over(core::Limits backend) const {
  if (without_capacity) {
    backend.capacity.reset();
  } else if (capacity) {
    backend.capacity = capacity;
  }
  backend.largest_page = largest_page.value_or(backend.largest_page);
  backend.alignment = alignment.value_or(backend.alignment);
  return backend;
}

}  // namespace arenasim::backends
