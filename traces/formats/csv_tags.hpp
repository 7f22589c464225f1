// The tags of native CSV: numbered at sight where a text comes again.
#pragma once

#include <optional>
#include <string_view>

#include "traces/event.hpp"
#include "traces/string_table.hpp"

namespace arenasim::traces {

class CsvTags {
 public:
  /// `strings` must outlive it.
  explicit CsvTags(StringTable& strings) : strings_(strings) {}

  /// The number of a text, which is kept; nothing where it is not fit to keep.
  [[nodiscard]] std::optional<Tag> number(std::string_view text) {
    return text == last_ ? last_number_ : number_of_other(text);
  }

 private:
  std::optional<Tag> number_of_other(std::string_view text);

  StringTable& strings_;
  std::string_view last_;  // as the string table holds it
  Tag last_number_;
};

}  // namespace arenasim::traces
