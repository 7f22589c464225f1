// Plain rows whose columns begin as we write them, in vectors of 32 bytes: what stands where in a row is seen at once,
// so that no field waits for the one before it, and nothing depends by a jump on how long fields are.
#include <algorithm>
#include <array>

#include "traces/choice.hpp"
#include "traces/digits.hpp"
#include "traces/formats/csv_plain.hpp"
#include "traces/formats/short_text.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#define ARENASIM_WIDE [[gnu::target("avx2,bmi,bmi2")]]
#endif

namespace arenasim::traces {

#if defined(__x86_64__)

namespace {

constexpr std::size_t kLane = 32;
constexpr std::size_t kSeen = 2 * kLane;      // bytes of a row, of which the columns up to the stream are some
constexpr std::size_t kMostDigits = 16;       // that are read at once
constexpr std::size_t kMostLongDigits = 19;   // that never make a number over 64 bits
constexpr std::size_t kMostStreamDigits = 9;  // over 31 bits
constexpr std::uint64_t kPowerOfMost = 10'000'000'000'000'000U;
constexpr std::ptrdiff_t kReadable = kSeen + kMostDigits;

/// A bit for each byte.
struct Marks {
  std::uint64_t commas;
  std::uint64_t others;  ///< no digits
};

struct LaneMarks {
  std::uint32_t commas;
  std::uint32_t digits;
};

ARENASIM_WIDE inline LaneMarks marks_of_lane(const char* at) {
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  const __m256i values = _mm256_sub_epi8(bytes, _mm256_set1_epi8('0'));
  const __m256i digits = _mm256_cmpeq_epi8(_mm256_min_epu8(values, _mm256_set1_epi8(9)), values);
  return {static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(',')))),
          static_cast<std::uint32_t>(_mm256_movemask_epi8(digits))};
}

ARENASIM_WIDE inline Marks marks_of(const char* at) {
  const LaneMarks low = marks_of_lane(at);
  const LaneMarks high = marks_of_lane(at + kLane);
  return {low.commas | (std::uint64_t{high.commas} << kLane), ~(low.digits | (std::uint64_t{high.digits} << kLane))};
}

/// From there on, it picks so many bytes and puts them to the right, zeros to the left.
constexpr std::array<std::uint8_t, 2 * kMostDigits> kToTheRight = [] {
  std::array<std::uint8_t, 2 * kMostDigits> places{};
  for (std::size_t at = 0; at < places.size(); ++at) {
    places[at] = at < kMostDigits ? 0x80 : static_cast<std::uint8_t>(at - kMostDigits);
  }
  return places;
}();

ARENASIM_WIDE inline __m128i load(const void* from) {
  return _mm_loadu_si128(static_cast<const __m128i*>(from));
}

/// The digits of a number of up to kMostDigits that begins there, values to the right.
ARENASIM_WIDE inline __m128i digits_of(const char* at, std::size_t count) {
  return _mm_shuffle_epi8(_mm_sub_epi8(load(at), _mm_set1_epi8('0')), load(kToTheRight.data() + count));
}

/// In the low half, the number of such digits; 0 of none.
ARENASIM_WIDE inline __m128i joined(__m128i digits) {
  const __m128i twos = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010A));
  const __m128i fours = _mm_madd_epi16(twos, _mm_set1_epi32(0x00010064));
  const __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(0x00012710));
  return _mm_add_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(100'000'000)), _mm_srli_epi64(eights, 32));
}

ARENASIM_WIDE inline std::uint64_t number_of(const char* at, std::size_t count) {
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(joined(digits_of(at, count))));
}

struct TwoNumbers {
  std::uint64_t first;
  std::uint64_t second;
};

/// Two numbers at once.
ARENASIM_WIDE inline TwoNumbers numbers_of(const char* first, std::size_t first_count, const char* second,
                                           std::size_t second_count) {
  const __m256i bytes = _mm256_inserti128_si256(_mm256_castsi128_si256(load(first)), load(second), 1);
  const __m256i places = _mm256_inserti128_si256(_mm256_castsi128_si256(load(kToTheRight.data() + first_count)),
                                                 load(kToTheRight.data() + second_count), 1);
  const __m256i digits = _mm256_shuffle_epi8(_mm256_sub_epi8(bytes, _mm256_set1_epi8('0')), places);
  const __m256i twos = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));
  const __m256i fours = _mm256_madd_epi16(twos, _mm256_set1_epi32(0x00010064));
  const __m256i eights = _mm256_madd_epi16(_mm256_packus_epi32(fours, fours), _mm256_set1_epi32(0x00012710));
  const __m256i numbers =
      _mm256_add_epi64(_mm256_mul_epu32(eights, _mm256_set1_epi64x(100'000'000)), _mm256_srli_epi64(eights, 32));
  return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(numbers))),
          static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_extracti128_si256(numbers, 1)))};
}

/// Of up to kMostLongDigits.
ARENASIM_WIDE inline std::uint64_t long_number_of(const char* at, std::size_t count) {
  if (count <= kMostDigits) {
    return number_of(at, count);
  }
  const std::size_t first = count - kMostDigits;
  return number_of(at, first) * kPowerOfMost + number_of(at + first, kMostDigits);
}

/// Reads a row up to its stream and gives where that ends; null where something else stands there.
ARENASIM_WIDE inline const char* read_row(const char* at, BlockRecord& block) {
  const Marks marks = marks_of(at);
  const std::uint64_t from_second = _blsr_u64(marks.commas);
  const std::uint64_t from_third = _blsr_u64(from_second);
  const std::uint64_t from_fourth = _blsr_u64(from_third);
  const std::size_t first = _tzcnt_u64(marks.commas);
  const std::size_t second = _tzcnt_u64(from_second);
  const std::size_t third = _tzcnt_u64(from_third);
  const std::size_t fourth = _tzcnt_u64(from_fourth);
  const std::uint64_t before = _blsmsk_u64(from_fourth);
  // Besides the commas, nothing but digits stands there, but for what is between the first two.
  const std::uint64_t between = _blsi_u64(from_second) - 2 * _blsi_u64(marks.commas);
  if (from_fourth == 0 || ((marks.others ^ marks.commas) & before) != between) {
    return nullptr;
  }
  const std::uint64_t word = eight::load(at + first + 1);
  const Choice begins{kAlloc.begins(word)};
  const Choice ends{kFree.begins(word)};
  const std::size_t id_digits = third - second - 1;
  const std::size_t size_digits = fourth - third - 1;
  const std::size_t end = _tzcnt_u64(marks.others & ~before);
  const std::size_t stream_digits = end - fourth - 1;
  if (begins.one() == ends.one() || first - 1 >= kMostLongDigits || id_digits - 1 >= kMostLongDigits ||
      size_digits > kMostDigits || size_digits < begins.one() || stream_digits > kMostStreamDigits) {
    return nullptr;
  }
  block.time = core::SimTime{core::SimDuration{long_number_of(at, first)}};
  const TwoNumbers numbers = numbers_of(at + second + 1, std::min(id_digits, kMostDigits), at + third + 1, size_digits);
  block.key = id_digits > kMostDigits ? long_number_of(at + second + 1, id_digits) : numbers.first;
  block.size = core::Bytes{numbers.second};
  const std::uint64_t stream =
      stream_digits == 1 ? static_cast<std::uint64_t>(at[fourth + 1] - '0') : number_of(at + fourth + 1, stream_digits);
  block.stream = core::StreamId{static_cast<std::int32_t>(stream)};
  block.device = {};
  block.tag = {};
  block.begins = begins.one() != 0;
  block.has_size = size_digits != 0;
  block.has_stream = (begins.one() | stream_digits) != 0;
  return at + end;
}

}  // namespace

ARENASIM_WIDE PlainRows::Blocks PlainRows::parse_wide(std::string_view lines, CsvTags& tags,
                                                      std::span<BlockRecord> into) const {
  const bool has_rest = columns_.size() > kFirstColumns;
  const char* at = lines.data();
  const char* const end = at + lines.size();
  std::size_t count = 0;
  while (count < into.size() && end - at >= kReadable) {
    const char* stop = read_row(at, into[count]);
    if (stop == nullptr) {
      break;
    }
    if (*stop == '\n' && !has_rest) {  // which is at hand, as it is among those that were seen
      at = stop + 1;
      ++count;
      continue;
    }
    if (has_rest) {
      stop = *stop == ',' ? read_rest(stop + 1, tags, into[count]) : nullptr;
    }
    stop = stop != nullptr ? pass_end({at, static_cast<std::size_t>(end - at)}, stop) : nullptr;
    if (stop == nullptr) {
      break;
    }
    at = stop;
    ++count;
  }
  return {count, at};
}

#else

PlainRows::Blocks PlainRows::parse_wide(std::string_view lines, CsvTags&, std::span<BlockRecord>) const {
  return {0, lines.data()};
}

#endif

}  // namespace arenasim::traces
