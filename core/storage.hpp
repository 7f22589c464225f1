// The port to a device that grants pages and copies between them. Backends implement it; policies never see more.
#pragma once

#include <optional>

#include <tl/expected.hpp>

#include "core/ids.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// What a device states about itself.
struct Limits {
  std::optional<Bytes> capacity;  ///< over all its pages; nothing when it is not known, and then not enforced
  Bytes largest_page;             ///< what a policy should not pass with one page; a device need not enforce it
  Alignment alignment;            ///< of every place a policy hands out
};

/// The device refused: nothing has changed.
struct Refused {
  bool injected = false;  ///< a fault that was asked for, not a want of memory
};

/// Grants pages and takes them back.
class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  virtual ~Storage() = default;

  /// Constant over the life of the storage.
  [[nodiscard]] virtual Limits limits() const = 0;

  /// A new page of any size, 0 included, named by the next number. Refused where the capacity would be passed or the
  /// device has no room; then nothing changes and no number is used.
  [[nodiscard]] virtual tl::expected<PageId, Refused> map(Bytes size) = 0;

  /// Gives a page back. The page must be mapped.
  virtual void unmap(PageId page) = 0;

  /// Makes a mapped page longer at its end, keeping what is on it (expandable segments). Refused like `map`.
  /// Storages that cannot always refuse.
  [[nodiscard]] virtual tl::expected<void, Refused> grow(PageId page, Bytes by);

  /// Makes a mapped page shorter at its end (units of an expandable segment that go back).
  virtual void shrink(PageId page, Bytes by);

  /// Bytes of all pages mapped now.
  [[nodiscard]] virtual Uint128 allocated() const = 0;
};

/// A place in a page.
struct Place {
  PageId page;
  Bytes offset;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Copies between pages of one storage, behind everything else the device does.
class CopyQueue {
 public:
  CopyQueue() = default;
  CopyQueue(const CopyQueue&) = delete;
  CopyQueue& operator=(const CopyQueue&) = delete;
  virtual ~CopyQueue() = default;

  /// Returns when the device has finished everything queued before.
  virtual void wait_device() = 0;

  /// Queues one copy. Refused: it was not queued, those before it still run.
  [[nodiscard]] virtual tl::expected<void, Refused> copy(Place from, Place to, Bytes size) = 0;

  /// Returns when every queued copy has landed. Refused: nobody knows whether they have or will.
  [[nodiscard]] virtual tl::expected<void, Refused> wait_copies() = 0;
};

}  // namespace arenasim::core
