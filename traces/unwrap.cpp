#include "traces/unwrap.hpp"

#include <algorithm>
#include <array>

#include "traces/background_source.hpp"
#include "traces/containers.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kMaxLayers = 3;
constexpr std::size_t kSignatureBytes = 4;

const Container* container_of(std::string_view start) {
  static constexpr std::array known{&kGzip, &kZstd};
  const auto* const found =
      std::find_if(known.begin(), known.end(), [start](const Container* one) { return one->sniff(start); });
  return found == known.end() ? nullptr : *found;
}

}  // namespace

Unwrapped::Unwrapped(Source& file, std::uint64_t max_bytes) {
  layers_.push_back({nullptr, std::make_unique<Peekable>(file)});
  while (const Container* container = container_of(bytes().peek(kSignatureBytes))) {
    if (containers_.size() == kMaxLayers) {
      throw InputError{ErrorClass::limit, OffsetPosition{}, "containers in containers, more than three deep"};
    }
    const ContainerSetting setting{max_bytes, containers_.empty() ? std::string{} : containers_.back()};
    auto inside = std::make_unique<BackgroundSource>(container->open(bytes(), setting));
    auto peekable = std::make_unique<Peekable>(*inside);
    layers_.push_back({std::move(inside), std::move(peekable)});
    containers_.emplace_back(container->name);
  }
}

Unwrapped::~Unwrapped() {
  while (!layers_.empty()) {
    layers_.pop_back();
  }
}

}  // namespace arenasim::traces
