// What a comparison with a recording comes to, for a person.
#pragma once

#include "sim/report/report_input.hpp"
#include "sim/report/words.hpp"

namespace arenasim::sim::report {

/// How much is equal, what could not be known, and the first difference with its reason.
void add_recorded(Lines& lines, const RecordedComparison& recorded);

}  // namespace arenasim::sim::report
