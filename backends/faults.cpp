#include "backends/faults.hpp"

namespace arenasim::backends {
namespace {

tl::unexpected<core::Refused> injected() {
  return tl::make_unexpected(core::Refused{.injected = true});
}

}  // namespace

bool Faults::Due::ask() {
  ++asked;
  if (next > 0) {
    --next;
    return true;
  }
  return range && asked >= range->first && asked - range->first <= range->more;
}

tl::expected<core::PageId, core::Refused> Faults::map(core::Bytes size) {
  if (pages_.ask()) {
    return injected();
  }
  return storage_.map(size);
}

tl::expected<void, core::Refused> Faults::grow(core::PageId page, core::Bytes by) {
  if (pages_.ask()) {
    return injected();
  }
  return storage_.grow(page, by);
}

tl::expected<void, core::Refused> Faults::copy(core::Place from, core::Place to, core::Bytes size) {
  if (copy_faults_.ask()) {
    return injected();
  }
  return copies_.copy(from, to, size);
}

tl::expected<void, core::Refused> Faults::wait_copies() {
  // The real wait comes even then: a fault must not leave copies of the device behind in flight.
  auto waited = copies_.wait_copies();
  if (waits_.ask()) {
    return injected();
  }
  return waited;
}

}  // namespace arenasim::backends
