// What all forms of Umpire logs have in common in the formats table.
#pragma once

#include <array>

#include "core/options.hpp"
#include "traces/format.hpp"

namespace arenasim::traces::umpire {

inline constexpr std::array kOptions{core::OptionSpec{.name = "allocator",
                                                      .type = core::OptionType::text,
                                                      .fallback = "",
                                                      .sentence = "take only the memory of the allocator of this name",
                                                      .choices = "NAME"}};

inline constexpr Knows kKnows{
    .time = true, .streams = false, .devices = false, .addresses = true, .two_step_frees = false};

}  // namespace arenasim::traces::umpire
