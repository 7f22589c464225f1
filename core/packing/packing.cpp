#include "core/packing/packing.hpp"

#include <algorithm>
#include <functional>
#include <future>
#include <queue>
#include <tuple>

#include "core/packing/occupancy.hpp"

namespace arenasim::core {
namespace {

/// One buffer that takes part: `index` is its place among the lifetimes, `window` counts requests instead of events,
/// which says as much about who lives at the same time.
struct Buffer {
  std::size_t index = 0;
  Bytes size;  ///< aligned
  std::uint64_t life = 0;
  Window window;
};

/// What is never freed lives until the last event that is known.
std::uint64_t last_event(std::span<const Lifetime> lifetimes) {
  std::uint64_t last = 0;
  for (const Lifetime& lifetime : lifetimes) {
    last = std::max({last, lifetime.begin + 1, lifetime.end == kNeverFreed ? 0 : lifetime.end});
  }
  return last;
}

std::vector<Buffer> buffers_of(std::span<const Lifetime> lifetimes, Alignment alignment) {
  std::vector<Buffer> buffers;
  const std::uint64_t last = last_event(lifetimes);
  const auto asked_before = [](const Lifetime& lifetime, std::uint64_t event) { return lifetime.begin < event; };
  for (std::size_t i = 0; i < lifetimes.size(); ++i) {
    const Lifetime& lifetime = lifetimes[i];
    const auto size = alignment.round_up(lifetime.size);
    if (size && *size != Bytes{} && lifetime.length() != 0) {
      const auto end = std::lower_bound(lifetimes.begin(), lifetimes.end(), lifetime.end, asked_before);
      buffers.push_back({.index = i,
                         .size = *size,
                         .life = std::min(lifetime.end, last) - lifetime.begin,
                         .window = {i, static_cast<std::size_t>(end - lifetimes.begin())}});
    }
  }
  return buffers;
}

/// What the order sorts by, the largest first.
std::tuple<Uint128, Uint128> weight(const Buffer& buffer, PackingOrder order) {
  const Uint128 size = buffer.size.count();
  switch (order) {
    case PackingOrder::size:
      return {size, buffer.life};
    case PackingOrder::area:
      return {size * buffer.life, size};
    case PackingOrder::lifetime:
      return {buffer.life, size};
    case PackingOrder::start:
      break;
  }
  return {};
}

/// When it must be free of others. In order of start nobody placed begins later, so who does not live when it begins
/// never lives with it.
Window in_the_way_at(const Buffer& buffer, PackingOrder order) {
  return order == PackingOrder::start ? Window{buffer.index, buffer.index + 1} : buffer.window;
}

}  // namespace

std::string_view name(PackingOrder order) {
  constexpr std::array<std::string_view, kPackingOrders.size()> names{"size", "area", "lifetime", "start"};
  return names[static_cast<std::size_t>(order)];
}

Uint128 lower_bound(std::span<const Lifetime> lifetimes, Alignment alignment) {
  using End = std::pair<std::uint64_t, Uint128>;  // when, and how many bytes
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  Uint128 live = 0;
  Uint128 most = 0;
  for (const Lifetime& lifetime : lifetimes) {
    for (; !ends.empty() && ends.top().first <= lifetime.begin; ends.pop()) {
      live -= ends.top().second;
    }
    if (lifetime.length() != 0) {
      const Uint128 size = Uint128{lifetime.size.count()} + alignment.padding(lifetime.size).count();
      ends.emplace(lifetime.end, size);
      live += size;
      most = std::max(most, live);
    }
  }
  return most;
}

Packing pack(std::span<const Lifetime> lifetimes, Alignment alignment, PackingOrder order) {
  std::vector<Buffer> buffers = buffers_of(lifetimes, alignment);
  std::stable_sort(buffers.begin(), buffers.end(), [order](const Buffer& left, const Buffer& right) {
    return weight(left, order) > weight(right, order);
  });
  Packing packing;
  packing.order = order;
  packing.offsets.resize(lifetimes.size());
  for (std::size_t i = 0; i < lifetimes.size(); ++i) {
    if (lifetimes[i].size == Bytes{} && lifetimes[i].length() != 0) {
      packing.offsets[i] = Bytes{};
    }
  }
  Occupancy occupancy{lifetimes.size()};
  for (const Buffer& buffer : buffers) {
    const auto offset = occupancy.lowest_room(in_the_way_at(buffer, order), buffer.size);
    if (offset) {
      occupancy.occupy(buffer.window, *offset, buffer.size);
      packing.offsets[buffer.index] = offset;
      packing.peak = std::max(packing.peak, *offset + buffer.size);
    }
  }
  return packing;
}

std::vector<Packing> pack_by_every_order(std::span<const Lifetime> lifetimes, Alignment alignment) {
  std::vector<std::future<Packing>> at_work;
  at_work.reserve(kPackingOrders.size());
  for (const PackingOrder order : kPackingOrders) {
    at_work.push_back(std::async(std::launch::async, pack, lifetimes, alignment, order));
  }
  std::vector<Packing> packings;
  packings.reserve(at_work.size());
  for (std::future<Packing>& packing : at_work) {
    packings.push_back(packing.get());
  }
  return packings;
}

}  // namespace arenasim::core
