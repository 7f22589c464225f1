#include "traces/formats/pytorch/settings.hpp"

#include <span>

#include <fmt/format.h>

#include "traces/formats/pytorch/fields.hpp"

namespace arenasim::traces::pytorch {
namespace {

using pickle::Kind;
using pickle::Value;

class SettingReader {
 public:
  SettingReader(const pickle::ValueArena& values, const Where& where) : values_(values), where_(where) {}

  void read(const std::string& name, Value value) {
    if (value.is(Kind::dict)) {
      values_.each_entries(value, [&](const pickle::Entries& entries) {
        for (std::size_t at = 0; at < entries.keys.size(); ++at) {
          const std::string_view key = take_text({values_, entries.keys[at], "allocator_settings"}, where_);
          read(name.empty() ? std::string(key) : fmt::format("{}.{}", name, key), entries.values[at]);
        }
      });
    } else if (value.is_sequence()) {
      std::size_t index = 0;
      values_.each_run(value, [&](std::span<const Value> run) {
        for (const Value item : run) {
          read(fmt::format("{}.{}", name, index++), item);
        }
      });
    } else {
      settings[name] = text_of(value);
    }
  }

  std::map<std::string, std::string> settings;

 private:
  [[nodiscard]] std::string text_of(Value value) const {
    switch (value.kind()) {
      case Kind::boolean:
        return value.payload() != 0 ? "true" : "false";
      case Kind::string:
        return std::string(take_text({values_, value, "allocator_settings"}, where_));
      case Kind::real:
        return fmt::format("{}", values_.as_real(value));
      case Kind::integer:
      case Kind::wide:
      case Kind::wide_negative:
        return values_.as_unsigned(value) ? fmt::format("{}", *values_.as_unsigned(value))
                                          : fmt::format("{}", *values_.as_signed(value));
      default:
        return "none";
    }
  }

  const pickle::ValueArena& values_;
  const Where& where_;
};

}  // namespace

std::map<std::string, std::string> read_settings(const pickle::ValueArena& values, Value dict, const Where& where) {
  SettingReader reader(values, where);
  if (dict.is(Kind::dict)) {
    reader.read({}, dict);
  }
  return std::move(reader.settings);
}

}  // namespace arenasim::traces::pytorch
