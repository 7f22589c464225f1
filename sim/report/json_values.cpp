#include "sim/report/json_values.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <variant>

namespace arenasim::sim::report {

Json number(core::Uint128 value) {
  if (value <= std::numeric_limits<std::uint64_t>::max()) {
    return static_cast<std::uint64_t>(value);
  }
  std::string digits;
  for (; value != 0; value /= 10) {
    digits += static_cast<char>('0' + static_cast<int>(value % 10));
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

Json value_of(const Setting& setting) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
          return nullptr;
        } else {
          return value;
        }
      },
      setting);
}

Json object_of(const Settings& settings) {
  Json object = Json::object();
  for (const auto& [name, value] : settings) {
    object[name] = value_of(value);
  }
  return object;
}

std::string to_text(const Json& document) {
  constexpr int kIndent = 2;
  return document.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace arenasim::sim::report
