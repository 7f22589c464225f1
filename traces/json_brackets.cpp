#include "traces/json_brackets.hpp"

#include <bit>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace arenasim::traces {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::string_view kEscapedLatin = "\\u00";

/// Every bit is the exclusive or of the bits up to it: ones between an odd quote and the next.
std::uint64_t prefix_xor(std::uint64_t bits) {
  for (unsigned shift = 1; shift < kBlock; shift *= 2) {
    bits ^= bits << shift;
  }
  return bits;
}

}  // namespace

/// One bit a byte of a block.
struct JsonBrackets::Masks {
  std::uint64_t quotes = 0;
  std::uint64_t backslashes = 0;
  std::uint64_t opening = 0;
  std::uint64_t closing = 0;
  std::uint64_t curly = 0;    ///< of the brackets, those of objects
  std::uint64_t foreign = 0;  ///< letters that stand in NaN and Infinity and in nothing that JSON has outside strings
};

#if defined(__SSE2__)

JsonBrackets::Masks JsonBrackets::classify(const char* block) {
  Masks masks;
  const __m128i lower_case_bit = _mm_set1_epi8(0x20);
  for (unsigned lane = 0; lane < 4; ++lane) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + std::size_t{16} * lane));
    // '[' and ']' differ from '{' and '}' by the bit that tells cases of letters apart.
    const __m128i folded = _mm_or_si128(bytes, lower_case_bit);
    const auto bits = [lane](__m128i equal) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(equal))) << (16U * lane);
    };
    masks.quotes |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
    masks.backslashes |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    masks.opening |= bits(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')));
    masks.closing |= bits(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')));
    // The bit is the sign bit of the byte moved up by two; only brackets' are looked at.
    masks.curly |= bits(_mm_slli_epi16(bytes, 2));
    masks.foreign |=
        bits(_mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('N')), _mm_cmpeq_epi8(folded, _mm_set1_epi8('i'))));
  }
  return masks;
}

#else

JsonBrackets::Masks JsonBrackets::classify(const char* block) {
  Masks masks;
  for (std::size_t at = 0; at < kBlock; ++at) {
    const char byte = block[at];
    const auto bit = [at](bool is) { return static_cast<std::uint64_t>(is) << at; };
    masks.quotes |= bit(byte == '"');
    masks.backslashes |= bit(byte == '\\');
    masks.opening |= bit(byte == '{' || byte == '[');
    masks.closing |= bit(byte == '}' || byte == ']');
    masks.curly |= bit(byte == '{' || byte == '}');
    masks.foreign |= bit(byte == 'N' || byte == 'I' || byte == 'i');
  }
  return masks;
}

#endif

std::uint64_t JsonBrackets::escaped(std::uint64_t backslashes) {
  std::uint64_t result = std::exchange(escape_carry_, 0);
  backslashes &= ~result;
  while (backslashes != 0) {
    const auto at = static_cast<unsigned>(std::countr_zero(backslashes));
    if (at + 1 == kBlock) {
      escape_carry_ = 1;
      break;
    }
    result |= std::uint64_t{2} << at;
    backslashes &= ~(std::uint64_t{3} << at);
  }
  return result;
}

JsonBrackets::State JsonBrackets::open_one(bool object) {
  if (depth_ == kMaxJsonDepth) {
    return State::too_deep;
  }
  is_object_[depth_] = object;
  ++depth_;
  return State::open;
}

JsonBrackets::State JsonBrackets::close_one(bool object) {
  if (is_object_[depth_ - 1] != object) {
    return State::mismatched;
  }
  --depth_;
  return depth_ == outer_depth_ ? State::closed : State::open;
}

std::optional<JsonBrackets::Step> JsonBrackets::match(const Masks& masks, std::uint64_t brackets) {
  for (; brackets != 0; brackets &= brackets - 1) {
    const auto at = static_cast<unsigned>(std::countr_zero(brackets));
    const bool object = (masks.curly >> at & 1U) != 0;
    const State state = (masks.opening >> at & 1U) != 0 ? open_one(object) : close_one(object);
    if (state == State::closed) {
      return Step{state, at + 1U};
    }
    if (state != State::open) {
      return Step{state, at};
    }
  }
  return std::nullopt;
}

/// Whether the watched text or an escape begins at one of the places, or may where too little of the block's rest is
/// known.
void JsonBrackets::watch(std::string_view block, std::uint64_t places) {
  for (; places != 0; places &= places - 1) {
    const std::string_view here = block.substr(static_cast<unsigned>(std::countr_zero(places)));
    met_watched_ =
        met_watched_ || here.size() < watched_.size() || here.starts_with(watched_) || here.starts_with(kEscapedLatin);
  }
}

JsonBrackets::Step JsonBrackets::step(std::string_view piece, bool last) {
  std::size_t used = 0;
  while (piece.size() - used >= kBlock || (last && used < piece.size())) {
    const Masks masks = classify(piece.data() + used);
    const std::size_t left = piece.size() - used;
    const std::uint64_t here = left < kBlock ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    const std::uint64_t quotes = masks.quotes & here & ~escaped(masks.backslashes & here);
    const std::uint64_t strings = prefix_xor(quotes) ^ string_carry_;
    const std::uint64_t outside = here & ~strings;
    const std::optional<Step> end = match(masks, (masks.opening | masks.closing) & outside);
    const std::uint64_t before_end = end && end->used < kBlock ? (std::uint64_t{1} << end->used) - 1 : here;
    if (const std::uint64_t foreign = masks.foreign & outside & before_end; foreign != 0 && !not_a_number_) {
      not_a_number_ = position_ + static_cast<unsigned>(std::countr_zero(foreign));
    }
    const std::uint64_t places = ((masks.opening & ~masks.curly & strings) | masks.backslashes) & before_end;
    if (places != 0 && !watched_.empty()) {
      watch(piece.substr(used), places);
    }
    if (end) {
      position_ += end->used;
      return Step{end->state, used + end->used};
    }
    string_carry_ = 0 - (strings >> (kBlock - 1));
    const std::size_t taken = left < kBlock ? left : kBlock;
    position_ += taken;
    used += taken;
  }
  return Step{State::open, used};
}

}  // namespace arenasim::traces
