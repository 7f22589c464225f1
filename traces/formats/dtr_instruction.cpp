#include "traces/formats/dtr_instruction.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "traces/json_integers.hpp"
#include "traces/numbers.hpp"

namespace arenasim::traces {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::array<std::pair<std::string_view, DtrVerb>, 9> kVerbs{{
    {"CONSTANT", DtrVerb::constant},
    {"CALL", DtrVerb::call},
    {"MUTATE", DtrVerb::mutate},
    {"COPY", DtrVerb::copy},
    {"COPY_FROM", DtrVerb::copy_from},
    {"RELEASE", DtrVerb::release},
    {"ANNOTATE", DtrVerb::annotate},
    {"MEMORY", DtrVerb::memory},
    {"ALIAS", DtrVerb::alias},
}};

/// A text, or the token of a number.
std::string text_of(ondemand::value value) {
  std::string_view text;
  if (value.get_string().get(text) == simdjson::SUCCESS) {
    return std::string(text);
  }
  return std::string(trimmed_token(value.raw_json_token()));
}

}  // namespace

class DtrInstructionParser::Parts {
 public:
  [[nodiscard]] DtrInstruction parse(std::string_view line, LinePosition position);

 private:
  void read_members(std::string_view line);
  [[nodiscard]] const std::string& text(const std::string& member) const;
  [[nodiscard]] const std::vector<std::string>& list(const std::string& member) const;
  template <class Number>
  [[nodiscard]] Number number(const Parsed<Number>& parsed, const std::string& text, const std::string& member) const;
  [[nodiscard]] DtrVerb verb() const;
  void fill_work(DtrInstruction& instruction) const;

  ondemand::parser parser_;
  std::string padded_;
  LinePosition position_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::vector<std::string>> lists_;
};

void DtrInstructionParser::Parts::read_members(std::string_view line) {
  texts_.clear();
  lists_.clear();
  padded_.assign(line);
  padded_.resize(line.size() + simdjson::SIMDJSON_PADDING);
  ondemand::document document =
      parser_.iterate(simdjson::padded_string_view(padded_.data(), line.size(), padded_.size()));
  for (auto field : document.get_object()) {
    const std::string key(std::string_view(field.unescaped_key()));
    ondemand::value value = field.value();
    ondemand::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      texts_[key] = text_of(value);
      continue;
    }
    std::vector<std::string>& elements = lists_[key];
    for (auto element : array) {
      elements.push_back(text_of(element.value()));
    }
  }
  if (document.current_location().error() == simdjson::SUCCESS) {
    throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
  }
}

const std::string& DtrInstructionParser::Parts::text(const std::string& member) const {
  const auto found = texts_.find(member);
  if (found == texts_.end()) {
    throw InputError(lists_.count(member) == 0 ? ErrorClass::missing_field : ErrorClass::bad_value, position_,
                     fmt::format("expected a member {} that is a text or a number", member), member);
  }
  return found->second;
}

const std::vector<std::string>& DtrInstructionParser::Parts::list(const std::string& member) const {
  const auto found = lists_.find(member);
  if (found == lists_.end()) {
    throw InputError(texts_.count(member) == 0 ? ErrorClass::missing_field : ErrorClass::bad_value, position_,
                     fmt::format("expected a member {} that is an array", member), member);
  }
  return found->second;
}

template <class Number>
Number DtrInstructionParser::Parts::number(const Parsed<Number>& parsed, const std::string& text,
                                           const std::string& member) const {
  if (!parsed) {
    throw number_error(parsed.error(), position_, text, "a whole number", member);
  }
  return *parsed;
}

DtrVerb DtrInstructionParser::Parts::verb() const {
  const std::string& word = text("INSTRUCTION");
  const auto* const found =
      std::find_if(kVerbs.begin(), kVerbs.end(), [&word](const auto& verb) { return verb.first == word; });
  if (found == kVerbs.end()) {
    throw InputError(ErrorClass::bad_value, position_,
                     fmt::format("{} is no instruction of a DTR log", traces::quoted(word)), "INSTRUCTION");
  }
  return found->second;
}

void DtrInstructionParser::Parts::fill_work(DtrInstruction& instruction) const {
  instruction.name = text("NAME");
  instruction.arguments = list("ARGS");
  instruction.time = number(parse_scaled(text("TIME"), 1), text("TIME"), "TIME");
  if (instruction.verb == DtrVerb::call) {
    instruction.results = list("RESULT");
    return;
  }
  for (const std::string& index : list("MUTATE")) {
    instruction.mutated.push_back(number(parse_unsigned(index), index, "MUTATE"));
  }
}

DtrInstruction DtrInstructionParser::Parts::parse(std::string_view line, LinePosition position) {
  position_ = position;
  try {
    read_members(line);
  } catch (const simdjson::simdjson_error& error) {
    throw InputError(ErrorClass::syntax, position_, fmt::format("no JSON object: {}", error.what()));
  }
  DtrInstruction instruction;
  instruction.verb = verb();
  switch (instruction.verb) {
    case DtrVerb::call:
    case DtrVerb::mutate:
      fill_work(instruction);
      break;
    case DtrVerb::copy:
    case DtrVerb::copy_from:
      instruction.destination = text("DST");
      instruction.origin = text("SRC");
      break;
    case DtrVerb::annotate:
      instruction.name = text("ANNOTATION");
      break;
    case DtrVerb::memory:
      instruction.name = text("NAME");
      instruction.memory = number(parse_unsigned(text("MEMORY")), text("MEMORY"), "MEMORY");
      break;
    case DtrVerb::alias:
      instruction.name = text("NAME");
      instruction.alias = number(parse_signed(text("ALIAS")), text("ALIAS"), "ALIAS");
      break;
    case DtrVerb::constant:
    case DtrVerb::release:
      instruction.name = text("NAME");
      break;
  }
  return instruction;
}

DtrInstructionParser::DtrInstructionParser() : parts_(std::make_unique<Parts>()) {}

DtrInstructionParser::~DtrInstructionParser() = default;

DtrInstruction DtrInstructionParser::parse(std::string_view line, LinePosition position) {
  return parts_->parse(line, position);
}

bool is_dtr_line(std::string_view line) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  return parser.parse(simdjson::padded_string(line)).get(object) == simdjson::SUCCESS &&
         object["INSTRUCTION"].error() == simdjson::SUCCESS;
}

}  // namespace arenasim::traces
