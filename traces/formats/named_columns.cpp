#include "traces/formats/named_columns.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arenasim::traces {

NamedColumns::NamedColumns(RecordReader& records) {
  if (!records.next()) {
    throw InputError{ErrorClass::missing_field, LinePosition{1, 0}, "no header line"};
  }
  position_ = records.position();
  for (const Field& field : records.fields()) {
    Column column{.name = lower_case(trimmed(field.text)), .spelled = std::string{trimmed(field.text)}};
    if (std::any_of(columns_.begin(), columns_.end(), [&](const Column& other) { return other.name == column.name; })) {
      throw InputError{ErrorClass::syntax, field.position, "a column named twice", column.spelled};
    }
    columns_.push_back(std::move(column));
  }
}

std::optional<std::size_t> NamedColumns::find(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto column = std::find_if(columns_.begin(), columns_.end(),
                                     [name](const Column& candidate) { return candidate.name == lower_case(name); });
    if (column != columns_.end()) {
      column->asked_for = true;
      return static_cast<std::size_t>(column - columns_.begin());
    }
  }
  return std::nullopt;
}

std::size_t NamedColumns::require(std::initializer_list<std::string_view> names) {
  const auto column = find(names);
  if (!column) {
    throw InputError{ErrorClass::missing_field, position_, "the header lacks a column", std::string{*names.begin()}};
  }
  return *column;
}

std::vector<std::string> NamedColumns::ignored() const {
  std::vector<std::string> names;
  for (const Column& column : columns_) {
    if (!column.asked_for) {
      names.push_back(column.spelled);
    }
  }
  return names;
}

void NamedColumns::check_count(const RecordReader& record) const {
  const std::size_t count = record.fields().size();
  if (count != columns_.size()) {
    const LinePosition place = count < columns_.size() ? record.end() : record.fields()[columns_.size()].position;
    throw InputError{ErrorClass::syntax, place,
                     fmt::format("{} fields where the header has {}", count, columns_.size())};
  }
}

}  // namespace arenasim::traces
