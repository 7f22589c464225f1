#include <algorithm>
#include <array>

#include "sim/generate/kind.hpp"

namespace arenasim::sim::generate {
namespace {

constexpr std::array kKinds{&kChurn, &kTraining, &kInference, &kGrowing};

}  // namespace

std::span<const Kind* const> kinds() {
  return kKinds;
}

const Kind* find_kind(std::string_view name) {
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind* kind) { return kind->name == name; });
  return found == kKinds.end() ? nullptr : *found;
}

}  // namespace arenasim::sim::generate
