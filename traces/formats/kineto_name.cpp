#include "traces/formats/kineto_name.hpp"

#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace arenasim::traces {
namespace {

bool stands_in(std::string_view text) {
  return text.find(kMemoryEventName) != std::string_view::npos || text.find("\\u00") != std::string_view::npos;
}

}  // namespace

#if defined(__SSE2__)

namespace {

constexpr std::size_t kLane = 16;
constexpr std::size_t kLast = kMemoryEventName.size() - 1;

__m128i bytes_at(std::string_view text, std::size_t at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
}

/// A bit for each of 16 bytes.
unsigned backslashes(__m128i bytes) {
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
}

/// Looks at 16 places at once: for the name's first byte with its last where it would be, and for backslashes.
bool begins_at(std::string_view text, std::size_t at) {
  const __m128i bytes = bytes_at(text, at);
  const __m128i first = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(kMemoryEventName.front()));
  const __m128i last = _mm_cmpeq_epi8(bytes_at(text, at + kLast), _mm_set1_epi8(kMemoryEventName.back()));
  auto places = static_cast<unsigned>(_mm_movemask_epi8(_mm_and_si128(first, last))) | backslashes(bytes);
  for (; places != 0; places &= places - 1) {
    const std::string_view here = text.substr(at + static_cast<unsigned>(std::countr_zero(places)));
    if (here.starts_with(kMemoryEventName) || here.starts_with("\\u00")) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool may_be_memory_event(std::string_view text) {
  if (text.size() < kLane + kLast) {
    return stands_in(text);
  }
  const std::size_t last = text.size() - kLane - kLast;  // the name cannot begin behind these
  for (std::size_t at = 0; at < last; at += kLane) {
    if (begins_at(text, at)) {
      return true;
    }
  }
  const std::size_t end = text.size() - kLane;
  return begins_at(text, last) || (backslashes(bytes_at(text, end)) != 0 && stands_in(text.substr(end)));
}

#else

bool may_be_memory_event(std::string_view text) {
  return stands_in(text);
}

#endif

}  // namespace arenasim::traces
