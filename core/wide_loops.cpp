#include "core/wide_loops.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#define ARENASIM_WIDE [[gnu::target("avx2,bmi,bmi2,lzcnt")]]
#else
#define ARENASIM_WIDE
#endif

namespace arenasim::core::wide {

#if defined(__x86_64__)

namespace {

constexpr std::size_t kLanes = 4;

ARENASIM_WIDE inline __m256i load(const void* from) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(from));
}

}  // namespace

ARENASIM_WIDE std::uint32_t at_least(const std::array<std::int64_t, kWidth>& values, std::int64_t needed) {
  const __m256i bound = _mm256_set1_epi64x(needed);
  std::uint32_t less = 0;
  for (std::size_t first = 0; first < kWidth; first += kLanes) {
    const __m256i lanes = _mm256_cmpgt_epi64(bound, load(values.data() + first));
    less |= static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(lanes))) << first;
  }
  return ~less;
}

ARENASIM_WIDE std::uint32_t equal(const std::array<std::uint32_t, kWidth>& values, std::uint32_t wanted) {
  constexpr std::size_t lanes = 2 * kLanes;
  const __m256i same = _mm256_set1_epi32(static_cast<int>(wanted));
  std::uint32_t bits = 0;
  for (std::size_t first = 0; first < kWidth; first += lanes) {
    const __m256i found = _mm256_cmpeq_epi32(same, load(values.data() + first));
    bits |= static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(found))) << first;
  }
  return bits;
}

ARENASIM_WIDE std::int64_t greatest(const std::array<std::int64_t, kWidth>& values) {
  std::int64_t most = values[0];
  for (const std::int64_t value : values) {
    most = value > most ? value : most;
  }
  return most;
}

#else

std::uint32_t at_least(const std::array<std::int64_t, kWidth>& values, std::int64_t needed) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < kWidth; ++i) {
    bits |= std::uint32_t{values[i] >= needed} << i;
  }
  return bits;
}

std::uint32_t equal(const std::array<std::uint32_t, kWidth>& values, std::uint32_t wanted) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < kWidth; ++i) {
    bits |= std::uint32_t{values[i] == wanted} << i;
  }
  return bits;
}

std::int64_t greatest(const std::array<std::int64_t, kWidth>& values) {
  std::int64_t most = values[0];
  for (const std::int64_t value : values) {
    most = value > most ? value : most;
  }
  return most;
}

#endif

}  // namespace arenasim::core::wide
