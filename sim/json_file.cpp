#include "sim/json_file.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arenasim::sim {
namespace {

using Json = nlohmann::ordered_json;

std::string place(const std::string& where, const std::string& key) {
  return where.empty() ? key : where + "." + key;
}

}  // namespace

void reject_json(traces::ErrorClass error_class, const std::string& key, const std::string& text) {
  throw traces::InputError(error_class, traces::OffsetPosition{0, key}, text, key);
}

Json parse_json_object(const std::string& text) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::uint64_t offset = error.byte == 0 ? 0 : error.byte - 1;
    throw traces::InputError(traces::ErrorClass::syntax, traces::OffsetPosition{offset, {}}, "expected JSON");
  }
  if (!document.is_object()) {
    throw traces::InputError(traces::ErrorClass::syntax, traces::OffsetPosition{}, "expected a JSON object");
  }
  return document;
}

std::string schema_of(const Json& document, const std::vector<std::string>& known, std::uint64_t newest) {
  std::string schema = text_member(document, "schema", {});
  if (std::find(known.begin(), known.end(), schema) == known.end()) {
    reject_json(traces::ErrorClass::bad_value, "schema",
                fmt::format("found \"{}\", expected {}", schema, fmt::join(known, ", ")));
  }
  const Json& version = member(document, "schema_version", {});
  if (!version.is_number_unsigned() || version.get<std::uint64_t>() == 0 || version.get<std::uint64_t>() > newest) {
    reject_json(traces::ErrorClass::unsupported, "schema_version",
                fmt::format("found {}, expected at most {}", version.dump(), newest));
  }
  return schema;
}

const Json& member(const Json& object, const std::string& key, const std::string& where) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) {
    reject_json(traces::ErrorClass::missing_field, place(where, key), fmt::format("there is no \"{}\"", key));
  }
  return *found;
}

std::string text_member(const Json& object, const std::string& key, const std::string& where) {
  const Json& value = member(object, key, where);
  if (!value.is_string()) {
    reject_json(traces::ErrorClass::bad_value, place(where, key),
                fmt::format("found {}, expected a text", value.dump()));
  }
  return value.get<std::string>();
}

const Json& object_member(const Json& object, const std::string& key, const std::string& where) {
  const Json& value = member(object, key, where);
  if (!value.is_object()) {
    reject_json(traces::ErrorClass::bad_value, place(where, key), "expected an object");
  }
  return value;
}

const Json& list_member(const Json& object, const std::string& key, const std::string& where) {
  const Json& value = member(object, key, where);
  if (!value.is_array()) {
    reject_json(traces::ErrorClass::bad_value, place(where, key), "expected a list");
  }
  return value;
}

}  // namespace arenasim::sim
