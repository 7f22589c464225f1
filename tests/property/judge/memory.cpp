#include "tests/property/judge/memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace arenasim::tests::judge {
namespace {

constexpr std::uint64_t kSmallPage = 8U << 20U;
constexpr std::uint64_t kSmallSlice = 64U << 10U;
constexpr int kBuckets = 24;

Reserved or_else(Slice* slice, const char* reason) {
  return slice == nullptr ? Reserved{reason} : Reserved{slice};
}

std::vector<std::unique_ptr<Pool>> exclusive_pools(Device& device) {
  const Settings& settings = device.settings();
  const double low = std::log(32768.0);
  const double high = std::log(static_cast<double>(settings.max_page));
  std::vector<std::unique_ptr<Pool>> pools;
  std::uint64_t before = 0;
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    const double exact = std::exp(low + (high - low) * bucket / (kBuckets - 1));
    const std::uint64_t size = settings.rounded_up(static_cast<std::uint64_t>(std::floor(exact)));
    if (bucket == 0 || size != before) {
      const auto times = static_cast<std::uint64_t>(std::round(1.0 + static_cast<double>(size) / double(1U << 30U)));
      pools.push_back(std::make_unique<ExclusivePool>(device, int(pools.size()), size, 5000 * times));
    }
    before = size;
  }
  return pools;
}

}  // namespace

Memory::Memory(Device& device) : device_(&device), persistent_(device), dedicated_(device) {
  if (device.settings().exclusive) {
    pools_ = exclusive_pools(device);
    return;
  }
  pools_.push_back(std::make_unique<ExclusivePool>(device, 0, 0, 0));
  pools_.push_back(std::make_unique<SlicedPool>(device, 1, device.settings().rounded_up(kSmallPage),
                                                device.settings().rounded_up(kSmallSlice)));
  arena_ = std::make_unique<Arena>(device);
}

void Memory::mode(std::uint64_t number) {
  if (number != 0) {
    windows_.push_back(number == 1 ? Mode::persistent : Mode::dedicated);
  } else if (!windows_.empty()) {
    windows_.pop_back();
  }
}

Mode Memory::current_mode() const {
  return windows_.empty() ? device_->settings().mode : windows_.back();
}

void Memory::cleanup(bool is_explicit) {
  persistent_.cleanup(is_explicit, reservations_);
  dedicated_.cleanup(is_explicit, reservations_);
  for (const auto& pool : pools_) {
    pool->cleanup(is_explicit, reservations_);
  }
  if (arena_) {
    arena_->cleanup(is_explicit, reservations_);
  }
}

Reserved Memory::reserve(std::uint64_t size, Update update) {
  if (update == Update::allow) {
    cleanup(false);
  }
  reservations_ += update == Update::forbidden ? 0U : 1U;
  if (Sum{size} + device_->settings().padding(size) >= Sum{1} << 64U) {
    return update == Update::forbidden ? "PageUpdateForbidden" : "TooLarge";
  }
  const Mode mode = current_mode();
  if (device_->settings().size_match && mode != Mode::dedicated) {
    if (Slice* slice = persistent_.try_reserve(size)) {
      return slice;
    }
    if (update != Update::forbidden && persistent_.knows(size)) {
      return or_else(persistent_.add_page(size), "OutOfMemory");
    }
  }
  return reserve_in_mode(mode, size, update);
}

Reserved Memory::reserve_in_mode(Mode mode, std::uint64_t size, Update update) {
  if (mode == Mode::auto_) {
    return arena_ ? reserve_in_adaptive(size, update) : reserve_in_exclusive(size, update);
  }
  const bool only_held = update == Update::forbidden;
  Pool& pool = mode == Mode::persistent ? static_cast<Pool&>(persistent_) : dedicated_;
  if (mode == Mode::persistent || only_held) {
    if (Slice* slice = pool.try_reserve(size)) {
      return slice;
    }
  }
  return only_held ? Reserved{"PageUpdateForbidden"} : or_else(pool.add_page(size), "OutOfMemory");
}

Reserved Memory::reserve_in_adaptive(std::uint64_t size, Update update) {
  const auto pool = std::find_if(pools_.begin(), pools_.end(), [&](const auto& one) { return one->accepts(size); });
  const bool in_arena = pool == pools_.end();
  if (Slice* slice = in_arena ? arena_->try_reserve(size) : (*pool)->try_reserve(size)) {
    return slice;
  }
  if (update == Update::forbidden) {
    return "PageUpdateForbidden";
  }
  return in_arena ? arena_->add_page(size) : or_else((*pool)->add_page(size), "OutOfMemory");
}

Reserved Memory::reserve_in_exclusive(std::uint64_t size, Update update) {
  Pool* first = nullptr;
  for (const auto& pool : pools_) {
    if (pool->accepts(size)) {
      first = first == nullptr ? pool.get() : first;
      if (Slice* slice = pool->try_reserve(size)) {
        return slice;
      }
    }
  }
  if (update == Update::forbidden) {
    return "PageUpdateForbidden";
  }
  return first == nullptr ? Reserved{"TooLarge"} : or_else(first->add_page(size), "OutOfMemory");
}

void Memory::report(std::uint64_t stream) const {
  for (const auto& pool : pools_) {
    pool->report(stream, pool->kind());
  }
  if (arena_) {
    arena_->report(stream);
  }
  persistent_.report(stream, persistent_.kind());
  dedicated_.report(stream, dedicated_.kind());
}

}  // namespace arenasim::tests::judge
