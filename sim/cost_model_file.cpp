#include "sim/cost_model_file.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/text_file.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kVersion = 1;
constexpr std::string_view kSchema = "cost-model";

struct Field {
  const char* name;
  std::uint64_t CostModel::*number;
};

constexpr std::array kFields{
    Field{"grant_ns", &CostModel::grant_ns},   Field{"grant_ns_per_mib", &CostModel::grant_ns_per_mib},
    Field{"refuse_ns", &CostModel::refuse_ns}, Field{"release_ns", &CostModel::release_ns},
    Field{"copy_ns", &CostModel::copy_ns},     Field{"copy_bytes_per_us", &CostModel::copy_bytes_per_us},
    Field{"wait_ns", &CostModel::wait_ns},
};
constexpr const char* kReleaseWaits = "release_waits_device";

[[noreturn]] void reject(traces::ErrorClass error_class, const std::string& key, const std::string& text) {
  throw traces::InputError(error_class, traces::OffsetPosition{0, key}, text, key);
}

std::uint64_t whole_number(const std::string& key, const Json& value) {
  if (!value.is_number_unsigned()) {
    reject(traces::ErrorClass::bad_value, key,
           fmt::format("found {}, expected a whole number of at least 0", value.dump()));
  }
  return value.get<std::uint64_t>();
}

/// What stands in every file beside the figures; false where `key` is none of it.
bool read_heading(const std::string& key, const Json& value, NamedCostModel& model) {
  if (key == "schema") {
    if (value != kSchema) {
      reject(traces::ErrorClass::bad_value, key, fmt::format("found {}, expected \"{}\"", value.dump(), kSchema));
    }
  } else if (key == "schema_version") {
    if (const std::uint64_t version = whole_number(key, value); version == 0 || version > kVersion) {
      reject(traces::ErrorClass::unsupported, key, fmt::format("found {}, expected at most {}", version, kVersion));
    }
  } else if (key == "name" || key == "sentence") {
    if (!value.is_string()) {
      reject(traces::ErrorClass::bad_value, key, fmt::format("found {}, expected a text", value.dump()));
    }
    (key == "name" ? model.name : model.sentence) = value.get<std::string>();
  } else {
    return false;
  }
  return true;
}

void read_field(const std::string& key, const Json& value, CostModel& model) {
  if (key == kReleaseWaits) {
    if (!value.is_boolean()) {
      reject(traces::ErrorClass::bad_value, key, fmt::format("found {}, expected true or false", value.dump()));
    }
    model.release_waits_device = value.get<bool>();
    return;
  }
  for (const Field& field : kFields) {
    if (key == field.name) {
      model.*field.number = whole_number(key, value);
      return;
    }
  }
  reject(traces::ErrorClass::bad_value, key, "found an unknown field, expected one of a cost model");
}

Json parse_json(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::uint64_t offset = error.byte == 0 ? 0 : error.byte - 1;
    throw traces::InputError(traces::ErrorClass::syntax, traces::OffsetPosition{offset, {}}, "expected JSON");
  }
}

}  // namespace

NamedCostModel parse_cost_model(const std::string& text) {
  const Json json = parse_json(text);
  if (!json.is_object()) {
    throw traces::InputError(traces::ErrorClass::syntax, traces::OffsetPosition{}, "expected a JSON object");
  }
  NamedCostModel model;
  for (const auto& [key, value] : json.items()) {
    if (!read_heading(key, value, model)) {
      read_field(key, value, model.model);
    }
  }
  return model;
}

NamedCostModel read_cost_model(const std::string& path) {
  try {
    NamedCostModel model = parse_cost_model(read_text(path));
    if (model.name.empty()) {
      model.name = path.substr(path.find_last_of('/') + 1);
    }
    return model;
  } catch (traces::InputError& error) {
    error.set_file(shown_name(path));
    throw;
  }
}

std::string to_json(const NamedCostModel& model) {
  Json json{{"schema", kSchema}, {"schema_version", kVersion}, {"name", model.name}, {"sentence", model.sentence}};
  for (const Field& field : kFields) {
    json[field.name] = model.model.*field.number;
    if (field.number == &CostModel::release_ns) {
      json[kReleaseWaits] = model.model.release_waits_device;
    }
  }
  return json.dump(2) + "\n";
}

}  // namespace arenasim::sim
