#include "sim/cli/values.hpp"

namespace arenasim::sim::cli {

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
  const std::string_view close = core::nearest(word, names);
  return close.empty() ? std::string{} : "; did you mean '" + std::string{close} + "'?";
}

}  // namespace arenasim::sim::cli
