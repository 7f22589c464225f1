// Bytes that tell whose they are: written over an allocation when it is placed, looked at again later.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::backends {

/// A device writes and checks bytes of a pattern in blocks of this size, counted from the start of the allocation.
inline constexpr std::uint64_t kPatternBlock = 16;

/// What distinguishes one allocation's pattern from another's.
struct PatternSeed {
  std::uint64_t number = 0;
};

/// The first byte that is not what was written.
struct Mismatch {
  core::Bytes offset;  ///< from the start of the allocation
  std::uint8_t expected = 0;
  std::uint8_t found = 0;
};

/// The words of a pattern from word `first` on, each its bytes from the lowest up. The same on every backend.
void pattern_words(PatternSeed seed, std::uint64_t first, std::span<std::uint32_t> words);

/// The byte at `offset` of a pattern.
[[nodiscard]] std::uint8_t pattern_byte(PatternSeed seed, std::uint64_t offset);

/// The port to a device whose pages hold bytes. A place lies on a mapped page with room for `size`.
class Patterns {
 public:
  Patterns() = default;
  Patterns(const Patterns&) = delete;
  Patterns& operator=(const Patterns&) = delete;
  virtual ~Patterns() = default;

  virtual void write(core::Place place, core::Bytes size, PatternSeed seed) = 0;

  /// Nothing where every byte is as `write` left it.
  [[nodiscard]] virtual std::optional<Mismatch> check(core::Place place, core::Bytes size, PatternSeed seed) = 0;
};

}  // namespace arenasim::backends
