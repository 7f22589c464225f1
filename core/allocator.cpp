#include "core/allocator.hpp"

namespace arenasim::core {

void Allocator::expect_free(AllocationId /*id*/) {}

bool Allocator::gains_from_expecting() const {
  return false;
}

void Allocator::request_free(AllocationId /*id*/, StreamId /*stream*/) {}

}  // namespace arenasim::core
