#include "traces/formats/pytorch/actions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace arenasim::traces::pytorch {
namespace {

constexpr std::array<std::pair<std::string_view, Action>, 9> kActions{{{"alloc", Action::alloc},
                                                                       {"free_requested", Action::free_requested},
                                                                       {"free_completed", Action::free_completed},
                                                                       {"segment_alloc", Action::segment_alloc},
                                                                       {"segment_free", Action::segment_free},
                                                                       {"segment_map", Action::segment_map},
                                                                       {"segment_unmap", Action::segment_unmap},
                                                                       {"oom", Action::oom},
                                                                       {"snapshot", Action::snapshot}}};
constexpr std::size_t kMostKnown = 16;

}  // namespace

Action Actions::learn(const pickle::ValueArena& values, pickle::Value name) {
  if (!name.is(pickle::Kind::string)) {
    return Action::other;
  }
  const std::string_view text = values.text(name);
  const auto* const found =
      std::find_if(kActions.begin(), kActions.end(), [text](const auto& row) { return row.first == text; });
  if (found == kActions.end()) {
    return Action::other;
  }
  if (known_.size() < kMostKnown) {
    known_.emplace_back(name.word(), found->second);
  }
  return found->second;
}

}  // namespace arenasim::traces::pytorch
