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

/// Looks at 16 places at a time: for the name's first byte with its last where it would be, and for backslashes.
bool may_be_memory_event(std::string_view text) {
  constexpr std::size_t lane = 16;
  constexpr std::size_t last = kMemoryEventName.size() - 1;
  const auto load = [text](std::size_t at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
  };
  const __m128i first_byte = _mm_set1_epi8(kMemoryEventName.front());
  const __m128i last_byte = _mm_set1_epi8(kMemoryEventName.back());
  const __m128i backslash = _mm_set1_epi8('\\');
  std::size_t at = 0;
  for (; at + last + lane <= text.size(); at += lane) {
    const __m128i bytes = load(at);
    const __m128i ends = _mm_and_si128(_mm_cmpeq_epi8(bytes, first_byte), _mm_cmpeq_epi8(load(at + last), last_byte));
    auto places = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(ends, _mm_cmpeq_epi8(bytes, backslash))));
    for (; places != 0; places &= places - 1) {
      const std::string_view here = text.substr(at + static_cast<unsigned>(std::countr_zero(places)));
      if (here.starts_with(kMemoryEventName) || here.starts_with("\\u00")) {
        return true;
      }
    }
  }
  return stands_in(text.substr(at));
}

#else

bool may_be_memory_event(std::string_view text) {
  return stands_in(text);
}

#endif

}  // namespace arenasim::traces
