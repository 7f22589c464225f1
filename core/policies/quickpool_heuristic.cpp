#include "core/policies/quickpool_heuristic.hpp"

#include "core/values.hpp"

namespace arenasim::core {

std::optional<QuickPoolHeuristic> QuickPoolHeuristic::parse(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const auto threshold = parse_count(text.substr(colon + 1));
  std::string_view name = text.substr(0, colon);
  const bool high_water = name.ends_with("-hwm");
  name.remove_suffix(high_water ? 4 : 0);
  if (!threshold || (name != "percent-releasable" && name != "blocks-releasable")) {
    return std::nullopt;
  }
  const auto condition = name.starts_with("percent") ? Condition::percent : Condition::pages;
  if (condition == Condition::percent && *threshold > 100) {
    return std::nullopt;
  }
  return QuickPoolHeuristic{condition, high_water, *threshold};
}

std::optional<Bytes> QuickPoolHeuristic::suggestion(const QuickPoolState& state) const {
  const Bytes wanted = high_water_ ? state.high_water : state.actual;
  return wanted != Bytes{} && holds(state) ? std::optional{wanted} : std::nullopt;
}

bool QuickPoolHeuristic::holds(const QuickPoolState& state) const {
  if (condition_ == Condition::pages) {
    return state.releasable_pages_count >= threshold_;
  }
  if (threshold_ == 0 || threshold_ == 100) {
    return threshold_ == 100 && state.actual == state.releasable;
  }
  const float share = static_cast<float>(threshold_) / 100.0F;  // the original's own precision
  const float bound = share * static_cast<float>(state.actual.count());
  return state.releasable.count() >= static_cast<std::uint64_t>(bound);
}

}  // namespace arenasim::core
