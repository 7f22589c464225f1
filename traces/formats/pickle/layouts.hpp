// Reading dicts of a known make: which of its keys is which field is worked out once for all dicts that look alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "traces/formats/pickle/values.hpp"

namespace arenasim::traces::pickle {

/// Finds the fields of one make of dict. `fields` are names that are looked for; other keys are passed over.
template <std::size_t Fields>
class Layouts {
 public:
  using Record = std::array<Value, Fields + 1>;

  explicit Layouts(const std::array<std::string_view, Fields>& fields) : fields_(fields) {}

  /// The values of a dict by field number; unset where it lacks one. The last item is of no use.
  [[nodiscard]] Record read(const ValueArena& values, Value dict) {
    Record record{};
    values.each_entries(dict, [&](const Entries& entries) {
      const Layout& layout = of(values, entries.keys);
      for (std::size_t at = 0; at < entries.keys.size(); ++at) {
        record[layout.field[at]] = entries.values[at];
      }
    });
    return record;
  }

 private:
  struct Layout {
    const Value* keys = nullptr;
    std::vector<std::uint8_t> field;
  };

  const Layout& of(const ValueArena& values, std::span<const Value> keys) {
    Layout& layout = recent_[keys.front().word() / 16 % recent_.size()];
    if (layout.keys != keys.data() || layout.field.size() != keys.size()) {
      layout.keys = keys.data();
      layout.field.clear();
      for (const Value key : keys) {
        layout.field.push_back(number_of(values.text(key)));
      }
    }
    return layout;
  }

  [[nodiscard]] std::uint8_t number_of(std::string_view key) const {
    std::uint8_t number = 0;
    while (number < Fields && fields_[number] != key) {
      ++number;
    }
    return number;
  }

  std::array<std::string_view, Fields> fields_;
  std::array<Layout, 16> recent_;
};

}  // namespace arenasim::traces::pickle
