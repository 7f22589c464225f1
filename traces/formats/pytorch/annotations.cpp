#include "traces/formats/pytorch/annotations.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "traces/formats/pickle/layouts.hpp"
#include "traces/formats/pytorch/fields.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;

constexpr std::array<std::string_view, 4> kFields{"stage", "name", "device", "time_us"};

Annotation read_annotation(const pickle::ValueArena& values, const pickle::Layouts<kFields.size()>::Record& record,
                           Intake& intake, const Where& where) {
  enum AnnotationField : std::uint8_t { stage, name, device, time_us };
  const auto field = [&](AnnotationField number) { return Field{values, record[number], kFields[number]}; };
  Annotation annotation;
  const std::string_view which = take_text(field(stage), where);
  annotation.tag = intake.strings().intern(fmt::format("{} {}", which, take_text(field(name), where)));
  annotation.has_device = field(device).given();
  if (annotation.has_device) {
    annotation.device = take_device(field(device), where);
  }
  annotation.time_us = take_unsigned_or(field(time_us), kNoTime, where);
  return annotation;
}

/// Without a time first.
bool is_earlier(const Annotation& left, const Annotation& right) {
  return left.time_us + 1 < right.time_us + 1;  // kNoTime becomes 0
}

}  // namespace

std::vector<Annotation> read_annotations(const pickle::ValueArena& values, Value list, Intake& intake) {
  std::vector<Annotation> annotations;
  if (list.is(Kind::unset)) {
    return annotations;
  }
  pickle::Layouts<kFields.size()> layouts(kFields);
  std::size_t index = 0;
  values.each_run(list, [&](std::span<const Value> run) {
    for (const Value dict : run) {
      const Position where = OffsetPosition{dict.is_container() ? values.offset(dict) : values.offset(list),
                                            fmt::format("external_annotations[{}]", index++)};
      try {
        if (!dict.is(Kind::dict)) {
          throw InputError(ErrorClass::bad_value, where, fmt::format("{} is no annotation", type_name(dict)));
        }
        annotations.push_back(read_annotation(values, layouts.read(values, dict), intake, where));
      } catch (const InputError& error) {
        intake.skip(error);
      }
    }
  });
  for (std::size_t at = 1; at < annotations.size(); ++at) {
    intake.import().repairs.resorted_events += is_earlier(annotations[at], annotations[at - 1]) ? 1U : 0U;
  }
  std::stable_sort(annotations.begin(), annotations.end(), is_earlier);
  return annotations;
}

}  // namespace arenasim::traces::pytorch
