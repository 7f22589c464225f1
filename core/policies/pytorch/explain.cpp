// How `pytorch` sees a request, in words (core/explains.hpp).
#include "core/policies/pytorch/allocator.hpp"
#include "core/values.hpp"

namespace arenasim::core::pytorch {
namespace {

constexpr std::uint8_t kSmallPool = 0;

std::string bytes(Bytes size) {
  return std::to_string(size.count()) + " bytes";
}

}  // namespace

Bytes PytorchAllocator::needs(const Request& request) const {
  return size_for(request.size).value_or(request.size);
}

std::string PytorchAllocator::manner(const Request& request) const {
  const auto size = size_for(request.size);
  if (!size) {
    return "more than the largest page";
  }
  std::string text;
  if (settings_.added != Bytes{}) {
    text += bytes(settings_.added) + " added, ";
  }
  const Bytes asked = request.size + settings_.added;
  const std::uint64_t steps = settings_.divisions.of(std::max(asked, 1_B));
  if (steps > 1) {
    text += bytes(next_step(asked, steps).value_or(asked)) + " as the next of " + std::to_string(steps) +
            " steps between powers of two, ";
  }
  text += "in multiples of " + bytes(unit_.bytes());
  text += *size <= kMostSmall ? ", best fit in the small pool" : ", best fit in the large pool";
  return text + " of stream " + std::to_string(request.stream.number());
}

std::string PytorchAllocator::objection(const Request& request, const FreeRange& range) const {
  const auto size = size_for(request.size);
  if (!size) {
    return {};
  }
  if (range.stream != request.stream) {
    return "it belongs to stream " + std::to_string(range.stream.number());
  }
  if ((range.pool == kSmallPool) != (*size <= kMostSmall)) {
    return range.pool == kSmallPool ? "it belongs to the small pool" : "it belongs to the large pool";
  }
  if (*size < settings_.max_split && range.bytes >= settings_.max_split) {
    return "it is kept whole for requests of " + to_text(settings_.max_split) + " and more";
  }
  if (*size >= settings_.max_split && range.bytes - *size >= settings_.max_non_split_rounding) {
    return "it would keep " + to_text(range.bytes - *size) + " too many, as it is never split";
  }
  return {};
}

}  // namespace arenasim::core::pytorch
