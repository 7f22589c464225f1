// The table of what can be generated: one row and one file a kind of load.
#pragma once

#include <span>
#include <string_view>

#include "core/options.hpp"
#include "sim/generate/emitter.hpp"
#include "sim/generate/random.hpp"

namespace arenasim::sim::generate {

struct Kind {
  std::string_view name;
  std::string_view sentence;
  std::span<const core::OptionSpec> options;
  /// Makes whole rounds for as long as the emitter has room, then frees what is live. Equal options, seed and number of
  /// events give equal events on every machine, in memory that does not grow with their number.
  void (*run)(const core::Options& options, Random& random, Emitter& emitter);
};

/// Every kind, in the order `list kinds` shows them.
[[nodiscard]] std::span<const Kind* const> kinds();

/// Null where there is none of that name.
[[nodiscard]] const Kind* find_kind(std::string_view name);

extern const Kind kChurn;
extern const Kind kTraining;
extern const Kind kInference;
extern const Kind kGrowing;

}  // namespace arenasim::sim::generate
