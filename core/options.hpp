// Options of plug-ins (policies, formats), described once: the description parses, validates, lists and reports them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/units.hpp"
#include "core/values.hpp"

namespace arenasim::core {

enum class OptionType : std::uint8_t {
  bytes,   ///< a size
  count,   ///< a whole number
  ratio,   ///< `0.5` or `50%`
  choice,  ///< one of `choices`
  flag,    ///< true or false
  text,    ///< anything; the plug-in judges it
};

[[nodiscard]] std::string_view name(OptionType type);

struct OptionSpec {
  std::string_view name;  ///< kebab-case, or the spelling of the project a policy follows
  OptionType type{};
  std::string_view fallback;  ///< the default as one would type it; empty: not set
  std::string_view sentence;
  std::string_view choices = {};  ///< of a choice: `first|best|next`; of text: what it looks like
  std::uint64_t least = 0;        ///< of bytes and counts
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool takes_rest = false;  ///< its value is all that follows, commas included
};

/// Why options were not taken, as a sentence that names the nearest right one.
struct OptionError {
  std::string text;
};

/// Every option of a plug-in with its value: given, or the default.
class Options {
 public:
  /// All defaults. `specs` must outlive it.
  explicit Options(std::span<const OptionSpec> specs);

  /// `key=value,key=value`: a value with a comma or colon stands in `[…]` or single quotes. An unknown key, a value not
  /// of its type or out of its range, or a key given twice is an error.
  [[nodiscard]] static tl::expected<Options, OptionError> parse(std::span<const OptionSpec> specs,
                                                                std::string_view text);

  /// Changes one value, by the same rules.
  [[nodiscard]] tl::expected<void, OptionError> set(std::string_view name, std::string_view value);

  [[nodiscard]] std::span<const OptionSpec> specs() const { return specs_; }

  // Values by name; the name must be in the description, and of that type.
  [[nodiscard]] bool has(std::string_view name) const { return !text(name).empty(); }
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] Bytes bytes(std::string_view name) const;
  [[nodiscard]] std::uint64_t count(std::string_view name) const;
  [[nodiscard]] Fraction ratio(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;

 private:
  [[nodiscard]] std::size_t index_of(std::string_view name) const;

  std::span<const OptionSpec> specs_;
  std::vector<std::string> values_;  // beside specs_
};

/// `a=b,c=[d,e]` as pairs, brackets and quotes taken off. `rest_key` takes all that follows its `=`.
[[nodiscard]] tl::expected<std::vector<std::pair<std::string, std::string>>, OptionError> split_options(
    std::string_view text, std::span<const OptionSpec> specs);

/// The candidate with the fewest edits to `word`, the first of equals; empty without candidates.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace arenasim::core
