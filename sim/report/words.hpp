// Quantities in words for a person: units that are never mixed, digits that can be read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sim_time.hpp"
#include "core/units.hpp"
#include "sim/report/summary.hpp"

namespace arenasim::sim::report {

/// `1,234,567`.
[[nodiscard]] std::string grouped(core::Uint128 number);

/// In the largest binary unit that leaves at least 1: `512 MiB`, `3.02 GiB`.
[[nodiscard]] std::string binary(core::Uint128 bytes);

/// For comparing with a data sheet, which counts in powers of ten: `3.02 GiB (3.24 GB)`. Below 1 KiB the same as
/// `binary`.
[[nodiscard]] std::string binary_and_decimal(core::Uint128 bytes);

/// `85.95 %`, `0.012 %`; a part that is there is never shown as 0.
[[nodiscard]] std::string percent(double part);

/// `1.25 s`, `310 us`.
[[nodiscard]] std::string duration(core::Uint128 nanoseconds);

/// `1 page`, `3 pages`.
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

/// How a text is marked on a terminal.
enum class Mark : std::uint8_t { plain, heading, good, bad, faint };

/// Lines of two columns, the second starting at one place.
class Lines {
 public:
  explicit Lines(Colors colors) : colors_(colors) {}

  void text(std::string line, Mark mark = Mark::plain);
  void row(std::string label, std::string value, Mark mark = Mark::plain);
  void blank() { text({}); }

  [[nodiscard]] std::string finish() const;

 private:
  struct Line {
    std::string label;  ///< empty: the value stands alone
    std::string value;
    Mark mark{};
  };

  [[nodiscard]] std::string marked(const std::string& text, Mark mark) const;

  Colors colors_;
  std::vector<Line> lines_;
};

}  // namespace arenasim::sim::report
