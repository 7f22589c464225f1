// Texts of a trace, each kept once.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "traces/event.hpp"

namespace arenasim::traces {

/// Numbers texts in order of first use. Number 0 is the empty text.
class StringTable {
 public:
  StringTable() { static_cast<void>(intern("")); }

  [[nodiscard]] Tag intern(std::string_view text) {
    const auto known = numbers_.find(text);
    if (known != numbers_.end()) {
      return known->second;
    }
    const Tag tag{static_cast<std::uint32_t>(texts_.size())};
    texts_.emplace_back(text);
    numbers_.emplace(texts_.back(), tag);
    return tag;
  }

  [[nodiscard]] std::string_view text(Tag tag) const { return texts_[tag.number()]; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;  // stable addresses: the map's keys look into them
  std::unordered_map<std::string_view, Tag> numbers_;
};

}  // namespace arenasim::traces
