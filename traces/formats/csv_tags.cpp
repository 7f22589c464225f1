#include "traces/formats/csv_tags.hpp"

#include "traces/text.hpp"

namespace arenasim::traces {

std::optional<Tag> CsvTags::number_of_other(std::string_view text) {
  if (text_fault(text, kMaxTagBytes)) {
    return std::nullopt;
  }
  last_number_ = strings_.intern(text);
  last_ = strings_.text(last_number_);
  return last_number_;
}

}  // namespace arenasim::traces
