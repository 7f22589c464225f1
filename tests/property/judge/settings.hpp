// What a scenario's first line says, as the judge reads it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arenasim::tests::judge {

enum class Mode : std::uint8_t { auto_, persistent, dedicated };

/// Options of spec/arena.md's last section that change where a reservation lands.
enum class Fit : std::uint8_t { first, best, next };

struct Settings {
  std::uint64_t max_page = 0;
  std::uint64_t alignment = 0;
  std::uint64_t capacity = 0;  ///< 0: none
  bool exclusive = false;
  bool size_match = false;
  Mode mode = Mode::auto_;
  bool reuses_padding = false;
  Fit fit = Fit::first;

  [[nodiscard]] std::uint64_t padding(std::uint64_t size) const { return (alignment - size % alignment) % alignment; }
  /// Callers know that it does not pass 2^64.
  [[nodiscard]] std::uint64_t rounded_up(std::uint64_t size) const { return size + padding(size); }
};

/// `text` cut at each `by`.
[[nodiscard]] std::vector<std::string> split(const std::string& text, char by);

/// Throws std::invalid_argument for what it does not know.
[[nodiscard]] Settings parse_settings(const std::string& device_line);

}  // namespace arenasim::tests::judge
