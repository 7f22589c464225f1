// Rules from a file: each for the traces and policies that it names.
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "sim/compare/rule.hpp"
#include "sim/json_file.hpp"
#include "sim/text_file.hpp"

namespace arenasim::sim::compare {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Rule> rules_of(const Json& entry, const std::string& where) {
  for (const auto& [key, value] : entry.items()) {
    if (key != "fail_on" && key != "trace" && key != "policy") {
      reject_json(traces::ErrorClass::bad_value, fmt::format("{}.{}", where, key), "expected fail_on, trace or policy");
    }
  }
  std::vector<Rule> rules;
  try {
    rules = parse_rules(text_member(entry, "fail_on", where));
  } catch (const RuleError& error) {
    throw RuleError(where + ": " + error.what());
  }
  for (Rule& rule : rules) {
    rule.trace = entry.contains("trace") ? text_member(entry, "trace", where) : rule.trace;
    rule.policy = entry.contains("policy") ? text_member(entry, "policy", where) : rule.policy;
  }
  return rules;
}

}  // namespace

std::vector<Rule> read_rules(const std::string& path) {
  try {
    const Json document = parse_json_object(read_text(path));
    static_cast<void>(schema_of(document, {"rules"}));
    std::vector<Rule> rules;
    std::size_t number = 0;
    for (const Json& entry : list_member(document, "rules", {})) {
      std::vector<Rule> more = rules_of(entry, fmt::format("rules[{}]", number++));
      std::move(more.begin(), more.end(), std::back_inserter(rules));
    }
    return rules;
  } catch (traces::InputError& error) {
    error.set_file(shown_name(path));
    throw;
  } catch (const RuleError& error) {
    throw RuleError(shown_name(path) + ": " + error.what());
  }
}

}  // namespace arenasim::sim::compare
