#include "backends/host/host.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace arenasim::backends {
namespace {

using core::operator""_B;
using core::operator""_TiB;

constexpr std::uint64_t kLeastAlignment = 64;

core::Bytes memory_of_this_machine() {
  return core::Bytes{static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                     static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))};
}

/// Memory that nobody ever wrote need not be there, and the first write to it costs more than any later one.
void touch(std::byte* memory, core::Bytes size) {
  constexpr std::uint64_t kStep = 4096;
  for (std::uint64_t offset = 0; offset < size.count(); offset += kStep) {
    memory[offset] = std::byte{0};
  }
}

/// A part of a pattern, made at once: one word at a time would take far longer than the memory does.
class Chunk {
 public:
  /// From `offset` on, which is a multiple of `kMost`, as far as `size` goes.
  Chunk(PatternSeed seed, std::uint64_t offset, core::Bytes size)
      : length_(static_cast<std::size_t>(std::min<std::uint64_t>(kMost, size.count() - offset))) {
    const std::size_t words_count = (length_ + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t);
    pattern_words(seed, offset / sizeof(std::uint32_t), std::span{words_}.first(words_count));
  }

  [[nodiscard]] std::span<const std::byte> bytes() const { return std::as_bytes(std::span{words_}).first(length_); }

  static constexpr std::uint64_t kMost = 4096;

 private:
  std::array<std::uint32_t, kMost / sizeof(std::uint32_t)> words_{};
  std::size_t length_;
};

}  // namespace

tl::expected<core::PageId, core::Refused> Host::map(core::Bytes size) {
  const Stopwatch watch;
  if (!room_.has(size)) {
    return tl::make_unexpected(core::Refused{});
  }
  Page page{{nullptr, {std::align_val_t{std::max(kLeastAlignment, limits().alignment.bytes().count())}}}, size};
  if (size > 0_B) {
    const std::align_val_t alignment = page.memory.get_deleter().alignment;
    page.memory.reset(static_cast<std::byte*>(::operator new(size.count(), alignment, std::nothrow)));
    if (page.memory == nullptr) {
      return tl::make_unexpected(core::Refused{});
    }
    const Stopwatch touching;
    touch(page.memory.get(), size);
    measurements_.add(Work::fill, size, touching.elapsed());
  }
  room_.take(size);
  pages_.emplace(granted_, std::move(page));
  measurements_.add(Work::grant, size, watch.elapsed());
  return core::PageId{granted_++};
}

void Host::unmap(core::PageId page) {
  const Stopwatch watch;
  const auto found = pages_.find(page.number());
  const core::Bytes size = found->second.size;
  pages_.erase(found);
  room_.give_back(size);
  measurements_.add(Work::release, size, watch.elapsed());
}

std::byte* Host::at(core::Place place) const {
  return pages_.at(place.page.number()).memory.get() + place.offset.count();
}

tl::expected<void, core::Refused> Host::copy(core::Place from, core::Place to, core::Bytes size) {
  if (size > 0_B) {
    const Stopwatch watch;
    std::memmove(at(to), at(from), size.count());
    measurements_.add(Work::copy, size, watch.elapsed());
  }
  return {};
}

void Host::write(core::Place place, core::Bytes size, PatternSeed seed) {
  const Stopwatch watch;
  std::byte* target = size > 0_B ? at(place) : nullptr;
  for (std::uint64_t offset = 0; offset < size.count(); offset += Chunk::kMost) {
    const Chunk chunk(seed, offset, size);
    std::memcpy(target + offset, chunk.bytes().data(), chunk.bytes().size());
  }
  measurements_.add(Work::write, size, watch.elapsed());
}

std::optional<Mismatch> Host::check(core::Place place, core::Bytes size, PatternSeed seed) {
  const Stopwatch watch;
  const std::byte* found = size > 0_B ? at(place) : nullptr;
  for (std::uint64_t offset = 0; offset < size.count(); offset += Chunk::kMost) {
    const Chunk chunk(seed, offset, size);
    const auto bytes = chunk.bytes();
    if (std::memcmp(found + offset, bytes.data(), bytes.size()) != 0) {
      const auto first =
          static_cast<std::uint64_t>(std::mismatch(bytes.begin(), bytes.end(), found + offset).first - bytes.begin());
      return Mismatch{core::Bytes{offset + first}, pattern_byte(seed, offset + first),
                      std::to_integer<std::uint8_t>(found[offset + first])};
    }
  }
  measurements_.add(Work::check, size, watch.elapsed());
  return std::nullopt;
}

std::unique_ptr<Device> make_host(const DeviceRequest& request) {
  const core::Limits own{.capacity = {}, .largest_page = 1_TiB, .alignment = *core::Alignment::of(256_B)};
  const auto budget = core::scaled(memory_of_this_machine(), request.share);
  return std::make_unique<Host>(request.limits.over(own), budget.value_or(core::Bytes::max()));
}

}  // namespace arenasim::backends
