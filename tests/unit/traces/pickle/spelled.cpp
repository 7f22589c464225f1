#include "tests/unit/traces/pickle/spelled.hpp"

#include <span>

#include <catch2/catch.hpp>

#include "traces/formats/pickle/depth.hpp"
#include "traces/formats/pickle/unpickler.hpp"

namespace arenasim::tests {
namespace {

using traces::pickle::Entries;
using traces::pickle::Kind;
using traces::pickle::Value;
using traces::pickle::ValueArena;

std::string spelled_items(const ValueArena& values, Value container) {
  std::string made;
  values.each_run(container, [&](std::span<const Value> run) {
    for (const Value item : run) {
      made += (made.empty() ? "" : ", ") + spelled(values, item);
    }
  });
  return made;
}

std::string spelled_entries(const ValueArena& values, Value container) {
  std::string made;
  values.each_entries(container, [&](const Entries& entries) {
    for (std::size_t at = 0; at < entries.keys.size(); ++at) {
      made +=
          (made.empty() ? "" : ", ") + spelled(values, entries.keys[at]) + ": " + spelled(values, entries.values[at]);
    }
  });
  return made;
}

}  // namespace

std::string spelled(const ValueArena& values, Value value) {
  switch (value.kind()) {
    case Kind::unset:
      return "unset";
    case Kind::null:
      return "None";
    case Kind::boolean:
      return value.payload() == 1 ? "True" : "False";
    case Kind::integer:
    case Kind::wide:
    case Kind::wide_negative:
      return values.as_signed(value) ? std::to_string(*values.as_signed(value))
                                     : std::to_string(values.as_unsigned(value).value());
    case Kind::real:
      return Catch::StringMaker<double>::convert(values.as_real(value));
    case Kind::string:
      return "'" + std::string(values.text(value)) + "'";
    case Kind::list:
      return "[" + spelled_items(values, value) + "]";
    case Kind::tuple:
      return "(" + spelled_items(values, value) + ")";
    case Kind::dict:
    case Kind::row:
      return "{" + spelled_entries(values, value) + "}";
  }
  return {};
}

std::string read_pickle(const std::string& pickle) {
  const traces::pickle::Unpickled unpickled = traces::pickle::unpickle(pickle);
  traces::pickle::check_depth(unpickled);
  return spelled(unpickled.values, unpickled.root);
}

}  // namespace arenasim::tests
