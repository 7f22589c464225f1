// JSON files that this program writes and reads again: their schema is named, and a newer one is refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "traces/input_error.hpp"

namespace arenasim::sim {

/// Throws an InputError about `key`.
[[noreturn]] void reject_json(traces::ErrorClass error_class, const std::string& key, const std::string& text);

/// Parses an object. Throws traces::InputError (syntax).
[[nodiscard]] nlohmann::ordered_json parse_json_object(const std::string& text);

/// The schema that `document` names, one of `known`; its version is at most `newest`. Throws traces::InputError.
[[nodiscard]] std::string schema_of(const nlohmann::ordered_json& document, const std::vector<std::string>& known,
                                    std::uint64_t newest = 1);

/// What stands under `key`. Throws traces::InputError (missing_field) where nothing does; `where` names the object.
[[nodiscard]] const nlohmann::ordered_json& member(const nlohmann::ordered_json& object, const std::string& key,
                                                   const std::string& where);

// The same, which must be a text, an object, a list.
[[nodiscard]] std::string text_member(const nlohmann::ordered_json& object, const std::string& key,
                                      const std::string& where);
[[nodiscard]] const nlohmann::ordered_json& object_member(const nlohmann::ordered_json& object, const std::string& key,
                                                          const std::string& where);
[[nodiscard]] const nlohmann::ordered_json& list_member(const nlohmann::ordered_json& object, const std::string& key,
                                                        const std::string& where);

}  // namespace arenasim::sim
