#include "sim/compare/relation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace arenasim::sim::compare {
namespace {

// Longer ones first: `>=` begins with `>`.
constexpr std::array kByLength{Relation::greater_or_equal, Relation::less_or_equal, Relation::equal,
                               Relation::not_equal,        Relation::greater,       Relation::less};

}  // namespace

std::string_view name(Relation relation) {
  constexpr std::array<std::string_view, 6> names{">", ">=", "<", "<=", "==", "!="};
  return names[static_cast<std::size_t>(relation)];
}

std::optional<Relation> leading_relation(std::string_view text) {
  const auto* const found = std::find_if(kByLength.begin(), kByLength.end(),
                                         [text](Relation candidate) { return text.starts_with(name(candidate)); });
  return found == kByLength.end() ? std::nullopt : std::optional(*found);
}

bool stands(Relation relation, double left, double right) {
  switch (relation) {
    case Relation::greater:
      return left > right;
    case Relation::greater_or_equal:
      return left >= right;
    case Relation::less:
      return left < right;
    case Relation::less_or_equal:
      return left <= right;
    case Relation::equal:
      return left == right;
    case Relation::not_equal:
      return left != right;
  }
  return false;
}

}  // namespace arenasim::sim::compare
