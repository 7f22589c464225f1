#include "core/device.hpp"

namespace arenasim::core {

Result<PageId> Device::map(Bytes size, std::uint8_t pool) {
  const auto page = storage_->map(size);
  if (!page) {
    tell({.kind = FactKind::map_refused, .pool = pool, .flag = page.error().injected, .bytes = size});
    return tl::make_unexpected(Refusal::out_of_memory);
  }
  tell({.kind = FactKind::mapped, .pool = pool, .page = *page, .bytes = size});
  return *page;
}

void Device::unmap(PageId page, Bytes size, std::uint8_t pool) {
  storage_->unmap(page);
  tell({.kind = FactKind::unmapped, .pool = pool, .page = page, .bytes = size});
}

bool Device::grow(PageId page, Bytes size, Bytes by, std::uint8_t pool) {
  if (const auto grown = storage_->grow(page, by); !grown) {
    tell({.kind = FactKind::map_refused, .pool = pool, .flag = grown.error().injected, .bytes = by});
    return false;
  }
  tell({.kind = FactKind::resized, .pool = pool, .page = page, .bytes = size});
  return true;
}

void Device::shrink(PageId page, Bytes size, Bytes by, std::uint8_t pool) {
  storage_->shrink(page, by);
  tell({.kind = FactKind::resized, .pool = pool, .page = page, .bytes = size});
}

void Device::wait_device() {
  copies_->wait_device();
  tell({.kind = FactKind::device_waited});
}

bool Device::copy(Place from, Place to, Bytes size) {
  const auto queued = copies_->copy(from, to, size);
  if (!queued) {
    tell({.kind = FactKind::copy_refused, .flag = queued.error().injected});
    return false;
  }
  tell({.kind = FactKind::copied,
        .page = from.page,
        .offset = from.offset,
        .other_page = to.page,
        .other_offset = to.offset,
        .bytes = size});
  return true;
}

bool Device::wait_copies() {
  const auto landed = copies_->wait_copies();
  tell({.kind = landed ? FactKind::copies_waited : FactKind::wait_failed, .flag = !landed && landed.error().injected});
  return landed.has_value();
}

}  // namespace arenasim::core
