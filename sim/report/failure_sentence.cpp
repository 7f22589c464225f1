#include "sim/report/failure_sentence.hpp"

#include <fmt/format.h>

#include "sim/report/words.hpp"

namespace arenasim::sim::report {

namespace {

using statistics::Failure;
using statistics::FailureClass;

core::Uint128 aligned(core::Bytes size, core::Alignment alignment) {
  return core::Uint128{size.count()} + alignment.padding(size).count();
}

std::string more_capacity(const Failure& failure, const core::Limits& limits) {
  const core::Uint128 needed = failure.live_bytes + aligned(failure.size, limits.alignment);
  const core::Uint128 capacity = failure.capacity ? failure.capacity->count() : failure.reserved_bytes;
  const std::string cleanup = failure.pages_given_back == 0
                                  ? std::string("cleanup gave back 0 pages")
                                  : "cleanup gave back " + counted(failure.pages_given_back, "page");
  if (needed <= capacity) {
    return fmt::format("what is live and the request, aligned, pass the capacity, so no policy helps ({})", cleanup);
  }
  return fmt::format("what is live and the request pass the capacity by {}, so no policy helps, only more memory ({})",
                     binary(needed - capacity), cleanup);
}

/// What was in the way, and what would have helped.
std::string remedy(const Failure& failure, const core::Limits& limits) {
  switch (failure.failure_class) {
    case FailureClass::forbidden:
      return "the stream was recording and nothing held had room: reserving it before the recording would have helped";
    case FailureClass::never_fits:
      return fmt::format("no page may pass {}, so it can never fit: a larger limit on pages would have helped",
                         binary_and_decimal(limits.largest_page.count()));
    case FailureClass::exhausted:
      return "every page size of the arena was in use: fewer growths (more slack or larger first pages) would have "
             "helped";
    case FailureClass::injected:
      return "a fault was asked for, and without it this may have been served";
    case FailureClass::over_capacity:
      return more_capacity(failure, limits);
    case FailureClass::pending:
      return fmt::format("{} were waiting to be freed: waiting for them (--on-full wait) would have helped",
                         binary(failure.pending_bytes));
    case FailureClass::held_empty:
      return fmt::format("{} stood in empty pages of other streams or pools: giving them back would have helped",
                         binary(failure.idle_bytes));
    case FailureClass::page_too_large:
      return fmt::format(
          "the policy asked for a page of {}, while the request itself would have fitted: smaller pages "
          "would have helped",
          binary(failure.page_bytes.count()));
    case FailureClass::fragmented:
      return "enough was free, but not in one range it may use: moving what is live together would have helped";
    case FailureClass::overhead:
      break;
  }
  const core::Uint128 held = core::Uint128{failure.reserved_bytes} - failure.free_bytes - failure.lost_bytes;
  return fmt::format(
      "padding and whole pages hold {} beyond what is live and {} are lost: packing tighter would have "
      "helped (cleanup gave back {})",
      binary(held - failure.live_bytes), binary(failure.lost_bytes), counted(failure.pages_given_back, "page"));
}

}  // namespace

std::string failure_sentence(const Failure& failure, const core::Limits& limits) {
  const std::string capacity = failure.capacity
                                   ? fmt::format(" of a capacity of {}", binary_and_decimal(failure.capacity->count()))
                                   : std::string(", no capacity known");
  return fmt::format(
      "At event {}, allocation {} of {} on stream {} failed ({}) with {} live, {} free, the largest range {}, and {} "
      "reserved{}: {}.",
      failure.event, failure.id, binary_and_decimal(failure.size.count()), failure.stream.number(),
      core::name(failure.reason), binary_and_decimal(failure.live_bytes), binary(failure.free_bytes),
      binary(failure.largest_free_bytes), binary_and_decimal(failure.reserved_bytes), capacity,
      remedy(failure, limits));
}

}  // namespace arenasim::sim::report
