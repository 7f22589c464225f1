#include "traces/formats/pytorch/root.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "traces/formats/pickle/depth.hpp"
#include "traces/formats/pickle/layouts.hpp"
#include "traces/formats/pytorch/fields.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;

constexpr std::array<std::string_view, 4> kParts{"segments", "device_traces", "allocator_settings",
                                                 "external_annotations"};

Root read_parts(const pickle::Unpickled& pickle, const Position& stop) {
  const auto parts = pickle::Layouts<kParts.size()>(kParts).read(pickle.values, pickle.root);
  const auto part = [&](std::size_t number) { return Field{pickle.values, parts[number], kParts[number]}; };
  return {.segments = take_sequence(part(0), stop),
          .device_traces = take_sequence(part(1), stop),
          .settings = part(2).given() ? take_dict(part(2), stop) : Value{},
          .annotations = part(3).given() ? take_sequence(part(3), stop) : Value{}};
}

}  // namespace

Root read_root(const pickle::Unpickled& pickle) {
  check_depth(pickle);
  const Position stop = OffsetPosition{pickle.stop_offset, {}};
  if (pickle.root.is(Kind::dict)) {
    return read_parts(pickle, stop);
  }
  if (pickle.root.is_sequence()) {
    const Value first = pickle.values.front(pickle.root);
    if (first.is(Kind::unset) || (first.is(Kind::dict) && !pickle.values.find(first, "blocks").is(Kind::unset))) {
      return {.segments = pickle.root, .device_traces = {}, .settings = {}, .annotations = {}};
    }
  }
  throw InputError(ErrorClass::unknown_format, stop,
                   fmt::format("{} as root; a memory snapshot is a dict with segments and device_traces, or a list of "
                               "segments",
                               type_name(pickle.root)));
}

}  // namespace arenasim::traces::pytorch
