#include "traces/formats/kineto_events.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <simdjson.h>

#include "traces/formats/kineto_document.hpp"
#include "traces/formats/kineto_name.hpp"
#include "traces/json_integers.hpp"
#include "traces/numbers.hpp"

namespace arenasim::traces {
namespace {

namespace ondemand = simdjson::ondemand;

/// Required members of an event, as they are met.
struct Members {
  std::optional<std::int64_t> time;
  bool args = false;
  std::optional<std::int64_t> bytes;
  std::optional<std::int64_t> device_type;
  std::optional<std::int64_t> device;
};

/// Parses one element at a time.
class EventParser {
 public:
  /// Nothing where the element is another kind of trace event. Throws InputError where it is malformed.
  [[nodiscard]] std::optional<MemoryEvent> parse(const JsonText& element, std::string path);

 private:
  [[nodiscard]] ondemand::document iterate();
  [[nodiscard]] static bool is_memory_event(ondemand::object event);
  void read_event(ondemand::object event);
  void read_args(ondemand::value args);
  void read_arg(std::string_view name, ondemand::value value);
  [[nodiscard]] std::int64_t integer(std::string_view token, std::string_view name) const;
  [[nodiscard]] std::int32_t small_integer(std::string_view token, std::string_view name) const;
  [[nodiscard]] std::uint64_t address(std::string_view token) const;
  [[nodiscard]] InputError bad(ErrorClass error_class, std::string_view token, std::string_view name,
                               std::string_view expected) const;
  void require(bool present, std::string_view name, bool in_args) const;

  ondemand::parser parser_;
  std::string readable_;  // the element with bytes that are no UTF-8 replaced: none of its texts are kept
  JsonText element_;
  std::string path_;
  Members members_;
  MemoryEvent event_;
};

ondemand::document EventParser::iterate() {
  const std::size_t capacity = element_.text.size() + simdjson::SIMDJSON_PADDING;
  ondemand::document document;
  const auto error =
      parser_.iterate(simdjson::padded_string_view(element_.text.data(), element_.text.size(), capacity)).get(document);
  if (error != simdjson::UTF8_ERROR) {
    if (error != simdjson::SUCCESS) {
      throw simdjson::simdjson_error(error);
    }
    return document;
  }
  readable_.assign(element_.text);
  std::replace_if(
      readable_.begin(), readable_.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; }, '?');
  readable_.resize(capacity);
  element_.text = std::string_view(readable_).substr(0, element_.text.size());
  return parser_.iterate(simdjson::padded_string_view(element_.text.data(), element_.text.size(), capacity));
}

bool EventParser::is_memory_event(ondemand::object event) {
  bool name = false;
  bool instant = false;
  for (auto field : event) {
    const std::string_view key = field.unescaped_key();
    if (key != "name" && key != "ph") {
      continue;
    }
    std::string_view text;
    if (field.value().get_string().get(text) == simdjson::SUCCESS) {
      (key == "name" ? name : instant) = text == (key == "name" ? kMemoryEventName : "i");
    }
    if (name && instant) {
      return true;
    }
  }
  return false;
}

void EventParser::read_event(ondemand::object event) {
  for (auto field : event) {
    const std::string_view key = field.unescaped_key();
    if (key == "ts") {
      const std::string_view token = trimmed_token(field.value().raw_json_token());
      const auto time = parse_scaled_signed(token, 1000, Exponent::allowed);
      if (!time) {
        throw bad(time.error(), token, "ts", "a time in microseconds");
      }
      members_.time = event_.time = *time;
    } else if (key == "args") {
      members_.args = true;
      read_args(field.value());
    }
  }
}

void EventParser::read_args(ondemand::value args) {
  ondemand::object object;
  if (args.get_object().get(object) != simdjson::SUCCESS) {
    throw bad(ErrorClass::bad_value, trimmed_token(args.raw_json_token()), "args", "an object");
  }
  for (auto field : object) {
    const std::string_view key = field.unescaped_key();
    read_arg(key, field.value());
  }
}

void EventParser::read_arg(std::string_view name, ondemand::value value) {
  const std::string_view token = trimmed_token(value.raw_json_token());
  if (name == "Bytes") {
    members_.bytes = event_.bytes = integer(token, name);
  } else if (name == "Device Type") {
    members_.device_type = event_.device_type = small_integer(token, name);
  } else if (name == "Device Id") {
    members_.device = event_.device = small_integer(token, name);
  } else if (name == "Addr") {
    event_.address = address(token);
    event_.has_address = true;
  } else if (name == "Total Allocated") {
    event_.total_allocated = integer(token, name);
  } else if (name == "Total Reserved") {
    event_.total_reserved = integer(token, name);
  }
}

std::int64_t EventParser::integer(std::string_view token, std::string_view name) const {
  const auto value = parse_json_integer(token);
  if (!value) {
    throw bad(value.error(), token, name, "a whole number");
  }
  return *value;
}

std::int32_t EventParser::small_integer(std::string_view token, std::string_view name) const {
  const std::int64_t value = integer(token, name);
  if (value < INT32_MIN || value > INT32_MAX) {
    throw bad(ErrorClass::range, token, name, "a number of 32 bits");
  }
  return static_cast<std::int32_t>(value);
}

std::uint64_t EventParser::address(std::string_view token) const {
  if (token.starts_with('-')) {
    return static_cast<std::uint64_t>(integer(token, "Addr"));
  }
  const auto value = parse_json_unsigned(token);
  if (!value) {
    throw bad(value.error(), token, "Addr", "a whole number");
  }
  return *value;
}

InputError EventParser::bad(ErrorClass error_class, std::string_view token, std::string_view name,
                            std::string_view expected) const {
  const bool in_args = name != "ts" && name != "args";
  const auto offset = element_.offset + static_cast<std::uint64_t>(token.data() - element_.text.data());
  return number_error(error_class, OffsetPosition{offset, fmt::format("{}{}.{}", path_, in_args ? ".args" : "", name)},
                      token, expected, std::string(name));
}

void EventParser::require(bool present, std::string_view name, bool in_args) const {
  if (!present) {
    throw InputError(ErrorClass::missing_field, OffsetPosition{element_.offset, path_ + (in_args ? ".args" : "")},
                     fmt::format("a memory event without {}", name), std::string(name));
  }
}

std::optional<MemoryEvent> EventParser::parse(const JsonText& element, std::string path) {
  element_ = element;
  path_ = std::move(path);
  members_ = {};
  event_ = {};
  event_.offset = element.offset;
  try {
    ondemand::document document = iterate();
    if (!is_memory_event(document.get_object())) {
      return std::nullopt;
    }
    document.rewind();
    read_event(document.get_object());
  } catch (const simdjson::simdjson_error& error) {
    throw InputError(ErrorClass::syntax, OffsetPosition{element.offset, path_}, error.what());
  }
  require(members_.time.has_value(), "ts", false);
  require(members_.args, "args", false);
  require(members_.bytes.has_value(), "Bytes", true);
  require(members_.device_type.has_value(), "Device Type", true);
  require(members_.device.has_value(), "Device Id", true);
  return event_;
}

/// Reads the elements of the array that the cursor has entered.
class ElementReader {
 public:
  ElementReader(JsonWindows& json, Intake& intake, const std::function<void(const MemoryEvent&)>& give)
      : json_(json), intake_(intake), give_(give) {}

  void read_all() {
    for (std::uint64_t index = 0; json_.next_element(); ++index) {
      try {
        read(index);
      } catch (const CutJson&) {
        throw;
      } catch (const BadJsonValue& error) {
        intake_.skip(error);
      }
    }
  }

 private:
  void read(std::uint64_t index) {
    const JsonText element = json_.take();
    if (element.kind != JsonKind::object) {
      intake_.skip(InputError(ErrorClass::bad_value, OffsetPosition{element.offset, json_.path()}, "expected an object",
                              "traceEvents"));
      return;
    }
    if (!element.may_have_watched || !may_be_memory_event(element.text)) {
      ++intake_.import().records.overhead;
      return;
    }
    std::optional<MemoryEvent> event;
    try {
      event = parser_.parse(element, json_.path());
    } catch (const InputError& error) {
      intake_.skip(error);
      return;
    }
    if (!event) {
      ++intake_.import().records.overhead;
      return;
    }
    event->element = index;
    give_(*event);
  }

  JsonWindows& json_;
  Intake& intake_;
  const std::function<void(const MemoryEvent&)>& give_;
  EventParser parser_;
};

}  // namespace

void read_memory_events(JsonWindows& json, Intake& intake, const std::function<void(const MemoryEvent&)>& give) {
  ElementReader elements(json, intake, give);
  json.watch_for(kMemoryEventName);
  try {
    read_trace_elements(json, [&] { elements.read_all(); });
  } catch (const CutJson&) {
    if (!intake.options().lenient) {
      throw;
    }
    intake.import().repairs.truncated_tail = true;
  }
}

Position position_of(const MemoryEvent& event, bool bare_array) {
  return OffsetPosition{event.offset, fmt::format("{}[{}]", bare_array ? "" : "traceEvents", event.element)};
}

}  // namespace arenasim::traces
