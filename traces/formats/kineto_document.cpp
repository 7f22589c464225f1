#include "traces/formats/kineto_document.hpp"

namespace arenasim::traces {

void read_trace_elements(JsonWindows& json, const std::function<void()>& read_elements) {
  if (json.kind() == JsonKind::array) {
    json.enter();
    read_elements();
    json.finish();
    return;
  }
  bool found = false;
  const Position root = json.position();
  json.enter();
  while (const auto key = json.next_member()) {
    if (*key != "traceEvents") {
      json.skip();
      continue;
    }
    found = true;
    if (json.kind() != JsonKind::array) {
      throw InputError(ErrorClass::bad_value, json.position(), "expected an array", "traceEvents");
    }
    json.enter();
    read_elements();
  }
  json.finish();
  if (!found) {
    throw InputError(ErrorClass::missing_field, root, "a Chrome trace has a root key traceEvents", "traceEvents");
  }
}

}  // namespace arenasim::traces
