// How two figures stand to each other, as rules and conditions write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arenasim::sim::compare {

enum class Relation : std::uint8_t { greater, greater_or_equal, less, less_or_equal, equal, not_equal };

/// `>`, `>=`, `<`, `<=`, `==`, `!=`.
[[nodiscard]] std::string_view name(Relation relation);

/// The relation that a text begins with; nothing where it begins with none.
[[nodiscard]] std::optional<Relation> leading_relation(std::string_view text);

[[nodiscard]] bool stands(Relation relation, double left, double right);

}  // namespace arenasim::sim::compare
