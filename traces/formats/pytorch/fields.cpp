#include "traces/formats/pytorch/fields.hpp"

#include <limits>
#include <optional>

#include <fmt/format.h>

#include "traces/input_error.hpp"
#include "traces/text.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;

[[noreturn]] void refuse(ErrorClass error_class, const Field& field, const Where& where, const std::string& text) {
  throw InputError(error_class, where.position(), text, std::string(field.name));
}

void expect(bool is_expected, const Field& field, const Where& where, std::string_view expected) {
  if (!field.given()) {
    refuse(ErrorClass::missing_field, field, where, fmt::format("`{}` is missing", field.name));
  }
  if (!is_expected) {
    refuse(ErrorClass::bad_value, field, where, fmt::format("{} is no {}", type_name(field.value), expected));
  }
}

}  // namespace

std::string_view type_name(Value value) {
  switch (value.kind()) {
    case Kind::unset:
      return "nothing";
    case Kind::null:
      return "None";
    case Kind::boolean:
      return "a bool";
    case Kind::integer:
    case Kind::wide:
    case Kind::wide_negative:
      return "an int";
    case Kind::real:
      return "a float";
    case Kind::string:
      return "a str";
    case Kind::list:
      return "a list";
    case Kind::tuple:
      return "a tuple";
    case Kind::dict:
    case Kind::row:
      return "a dict";
  }
  return "nothing";
}

std::uint64_t take_unsigned(const Field& field, const Where& where) {
  expect(field.value.is_integer(), field, where, "integer");
  const std::optional<std::uint64_t> number = field.values.as_unsigned(field.value);
  if (!number) {
    refuse(ErrorClass::range, field, where, "a negative number");
  }
  return *number;
}

std::uint64_t take_unsigned_or(const Field& field, std::uint64_t fallback, const Where& where) {
  return field.given() ? take_unsigned(field, where) : fallback;
}

std::int64_t take_signed_or(const Field& field, std::int64_t fallback, const Where& where) {
  if (!field.given()) {
    return fallback;
  }
  expect(field.value.is_integer(), field, where, "integer");
  const std::optional<std::int64_t> number = field.values.as_signed(field.value);
  if (!number) {
    refuse(ErrorClass::range, field, where, "a number over 2^63-1");
  }
  return *number;
}

DeviceId take_device(const Field& field, const Where& where) {
  const std::uint64_t number = take_unsigned(field, where);
  if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    refuse(ErrorClass::range, field, where, fmt::format("{} is no number of a device", number));
  }
  return DeviceId{static_cast<std::int32_t>(number)};
}

bool take_bool_or(const Field& field, bool fallback, const Where& where) {
  if (!field.given()) {
    return fallback;
  }
  expect(field.value.is(Kind::boolean), field, where, "bool");
  return field.value.payload() != 0;
}

std::string_view take_text(const Field& field, const Where& where) {
  expect(field.value.is(Kind::string), field, where, "str");
  const std::string_view text = field.values.text(field.value);
  if (const auto fault = text_fault(text, kMaxTagBytes)) {
    refuse(fault->error_class, field, where, fault->text);
  }
  return text;
}

Value take_sequence(const Field& field, const Where& where) {
  expect(field.value.is_sequence(), field, where, "list");
  return field.value;
}

Value take_dict(const Field& field, const Where& where) {
  expect(field.value.is(Kind::dict), field, where, "dict");
  return field.value;
}

}  // namespace arenasim::traces::pytorch
