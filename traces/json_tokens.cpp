#include "traces/json_tokens.hpp"

#include <simdjson.h>

#include "traces/json_windows.hpp"

namespace arenasim::traces {

static_assert(kJsonPadding >= simdjson::SIMDJSON_PADDING, "texts are handed to simdjson where they lie");

bool is_json_scalar(std::string_view token) {
  if (token == "true" || token == "false" || token == "null") {
    return true;
  }
  if (token.empty() || (token[0] != '-' && (token[0] < '0' || token[0] > '9'))) {
    return false;
  }
  const simdjson::padded_string copy(token);
  simdjson::dom::parser parser;
  return parser.parse(copy).error() == simdjson::SUCCESS;
}

std::optional<std::string> unescaped_json(std::string_view quoted) {
  const simdjson::padded_string copy(quoted);
  simdjson::dom::parser parser;
  std::string_view text;
  if (parser.parse(copy).get(text) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  return std::string(text);
}

}  // namespace arenasim::traces
