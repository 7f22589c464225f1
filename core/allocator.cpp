#include "core/allocator.hpp"

namespace arenasim::core {

void Allocator::request_free(AllocationId /*id*/, StreamId /*stream*/) {}

}  // namespace arenasim::core
