#include "traces/json_root.hpp"

#include <cstring>

#include <simdjson.h>

#include "traces/format.hpp"
#include "traces/json_windows.hpp"
#include "traces/lines.hpp"

namespace arenasim::traces {
namespace {

/// Bytes that lie in memory.
class BytesSource : public Source {
 public:
  explicit BytesSource(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t read(std::span<std::byte> into) override {
    const std::size_t count = bytes_.copy(reinterpret_cast<char*>(into.data()), into.size());
    bytes_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view bytes_;
};

/// True where the first byte of the document, which most files tell by at once, opens a root.
bool may_be_json(std::string_view bytes) {
  if (bytes.starts_with(kByteOrderMark)) {
    bytes.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (bytes[first] == '{' || bytes[first] == '[' || bytes[first] == '#');
}

bool has_phase(const JsonText& event) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  return parser.parse(simdjson::padded_string(event.text)).get(object) == simdjson::SUCCESS &&
         object["ph"].error() == simdjson::SUCCESS;
}

JsonRoot scan_array(JsonWindows& json) {
  if (!json.next_element()) {
    return JsonRoot::none;
  }
  switch (json.kind()) {
    case JsonKind::array:
      return JsonRoot::array_of_arrays;
    case JsonKind::object:
      return has_phase(json.take()) ? JsonRoot::array_of_trace_events : JsonRoot::none;
    default:
      return JsonRoot::none;
  }
}

JsonRoot scan_object(JsonWindows& json) {
  while (const auto key = json.next_member()) {
    if (*key == "traceEvents") {
      return JsonRoot::trace_events;
    }
    if (*key == "problem") {
      return JsonRoot::problem;
    }
    json.skip();
  }
  return JsonRoot::none;
}

JsonRoot scan(Source& source) {
  try {
    JsonWindows json(source);
    const JsonKind kind = json.kind();
    if (kind != JsonKind::object && kind != JsonKind::array) {
      return JsonRoot::none;
    }
    json.enter();
    return kind == JsonKind::object ? scan_object(json) : scan_array(json);
  } catch (const InputError& error) {
    if (error.error_class() != ErrorClass::syntax) {
      throw;
    }
    return JsonRoot::none;
  }
}

}  // namespace

JsonRoot json_root(const Glimpse& start) {
  if (!start.json_root && !may_be_json(start.bytes)) {
    start.json_root = JsonRoot::none;
  }
  if (!start.json_root && start.source != nullptr) {
    const std::unique_ptr<Source> ahead = start.source->ahead();
    start.json_root = scan(*ahead);
  }
  if (!start.json_root) {
    BytesSource bytes(start.bytes);
    start.json_root = scan(bytes);
  }
  return *start.json_root;
}

}  // namespace arenasim::traces
