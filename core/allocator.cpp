#include "core/allocator.hpp"

namespace arenasim::core {

void Allocator::expect_free(AllocationId /*id*/) {}

void Allocator::request_free(AllocationId /*id*/, StreamId /*stream*/) {}

}  // namespace arenasim::core
