// Fields of a snapshot's dicts, checked as they are taken (spec/formats.md 3).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "traces/event.hpp"
#include "traces/formats/pickle/values.hpp"
#include "traces/where.hpp"

namespace arenasim::traces::pytorch {

/// A field of a record, for taking and for naming in an error.
struct Field {
  const pickle::ValueArena& values;
  pickle::Value value;  ///< unset where the record lacks it
  std::string_view name;

  [[nodiscard]] bool given() const { return !value.is(pickle::Kind::unset); }
};

/// Throw InputError at `where`: missing_field, bad_value (not an integer), range (negative, or it does not fit).
[[nodiscard]] std::uint64_t take_unsigned(const Field& field, const Where& where);
[[nodiscard]] std::uint64_t take_unsigned_or(const Field& field, std::uint64_t fallback, const Where& where);
[[nodiscard]] std::int64_t take_signed_or(const Field& field, std::int64_t fallback, const Where& where);
[[nodiscard]] DeviceId take_device(const Field& field, const Where& where);
[[nodiscard]] bool take_bool_or(const Field& field, bool fallback, const Where& where);

/// A text to be kept. Throws missing_field, bad_value (not a string), encoding, limit (over 4096 bytes).
[[nodiscard]] std::string_view take_text(const Field& field, const Where& where);

/// A list or tuple, or a dict. Throw missing_field, bad_value.
[[nodiscard]] pickle::Value take_sequence(const Field& field, const Where& where);
[[nodiscard]] pickle::Value take_dict(const Field& field, const Where& where);

/// What a value is, in Python's words: for messages.
[[nodiscard]] std::string_view type_name(pickle::Value value);

}  // namespace arenasim::traces::pytorch
