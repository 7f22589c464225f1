// Values as our JSON has them.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "core/units.hpp"
#include "sim/report/report_input.hpp"

namespace arenasim::sim::report {

using Json = nlohmann::ordered_json;

/// A whole number; past 2^64 - 1 a string of its digits, as most readers hold no more.
[[nodiscard]] Json number(core::Uint128 value);

[[nodiscard]] inline Json number(core::Bytes bytes) {
  return bytes.count();
}

[[nodiscard]] Json value_of(const Setting& setting);

[[nodiscard]] Json object_of(const Settings& settings);

/// The text of a document: two-space indent, a line end at the end. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string to_text(const Json& document);

}  // namespace arenasim::sim::report
