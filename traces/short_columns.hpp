// Columns of short numbers, read in step without a jump for the length of each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "traces/column_readers.hpp"
#include "traces/event.hpp"
#include "traces/varint.hpp"

namespace arenasim::traces {

/// What a kind has, as masks: all bits or none.
struct KindMasks {
  std::uint64_t id = 0;
  std::uint64_t size = 0;
  EventKind kind{};
};

/// By the byte of a kind.
inline constexpr auto kKindMasks = [] {
  std::array<KindMasks, kEventKinds.size() + 1> masks{};
  for (const EventKind kind : kEventKinds) {
    constexpr auto all = ~std::uint64_t{0};
    masks[static_cast<unsigned char>(kind_byte(kind))] = {has_id(kind) ? all : 0, has_size(kind) ? all : 0, kind};
  }
  return masks;
}();

/// Short numbers one behind the other.
class ShortNumbers {
 public:
  explicit ShortNumbers(const ColumnReader& column) : begin_(column.rest().data()), at_(begin_) {}

  /// The next number, or 0 and nothing is taken: `wanted` is all bits or none.
  std::uint64_t next(std::uint64_t wanted = ~std::uint64_t{0}) {
    const ShortVarint found = short_varint(at_);
    too_long_ |= found.length == 0 && wanted != 0;
    at_ += found.length & wanted;
    return found.number & wanted;
  }

  /// Where it is.
  [[nodiscard]] const char* at() const { return at_; }

  /// One was not as it should be.
  [[nodiscard]] bool has_fault() const {
    return too_long_ || has_padded_varint({begin_, static_cast<std::size_t>(at_ - begin_)});
  }

 private:
  const char* begin_;
  const char* at_;
  bool too_long_ = false;
};

/// Where columns of short numbers are being read.
struct ShortColumns {
  ShortNumbers times;
  ShortNumbers ids;
  ShortNumbers sizes;
  ShortNumbers tags;
  const char* kind = nullptr;
  std::uint64_t now = 0;
  std::uint64_t last_id = 0;
  bool tagged = false;
  bool with_device_free = false;
  std::uint64_t tag_bits = 0;  // of all tags

  /// All of an event but its stream and device. False where there is what only the general way reads, or refuses.
  bool next(Event& event) {
    const auto byte = static_cast<unsigned char>(*kind++);
    if (byte == 0 || byte >= kKindMasks.size()) {
      return false;
    }
    const KindMasks& masks = kKindMasks[byte];
    if (masks.kind == EventKind::oom && with_device_free) {
      return false;
    }
    now += times.next();
    last_id += static_cast<std::uint64_t>(unzigzag(ids.next(masks.id)));
    event.time = core::SimTime{core::SimDuration{now}};
    event.id = last_id & masks.id;
    event.size = core::Bytes{sizes.next(masks.size)};
    event.device_free_plus_one = 0;
    const std::uint64_t tag = tagged ? tags.next() : 0;
    tag_bits |= tag;
    event.tag = Tag{static_cast<std::uint32_t>(tag)};
    event.slot = {};
    event.kind = masks.kind;
    return true;
  }

  [[nodiscard]] bool has_fault() const {
    return times.has_fault() || ids.has_fault() || sizes.has_fault() || tags.has_fault() ||
           tag_bits > std::numeric_limits<std::uint32_t>::max();
  }
};

}  // namespace arenasim::traces
