#include "sim/report/hints.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>

#include <catch2/catch.hpp>

namespace arenasim::sim::report {
namespace {

using traces::EventKind;
using traces::Import;

/// Whether one of the hints holds all of `parts`.
bool hints_at(const Import& import, std::initializer_list<const char*> parts) {
  const auto list = hints(import);
  return std::any_of(list.begin(), list.end(), [&parts](const std::string& hint) {
    return std::all_of(parts.begin(), parts.end(),
                       [&hint](const char* part) { return hint.find(part) != std::string::npos; });
  });
}

Import timed() {
  Import import;
  import.clock = "ns";
  return import;
}

TEST_CASE("A trace with nothing odd has no hints") {
  Import import = timed();
  import.counters = {{"rewind_misses", 0}, {"rewind_conflicts", 0}, {"ghosts", 0}, { "calls", 12 }};
  CHECK(hints(import).empty());
}

TEST_CASE("A rewind that misses or conflicts is said to be a guess") {
  Import missed = timed();
  missed.counters["rewind_misses"] = 3;
  CHECK(hints_at(missed, {"3 allocations", "0 frees", "is a guess"}));
  Import conflicting = timed();
  conflicting.counters["rewind_conflicts"] = 1;
  CHECK(hints_at(conflicting, {"0 allocations", "1 free ", "is a guess"}));
}

TEST_CASE("What a cut recording forgot is told apart from what was recovered") {
  Import recovered = timed();
  recovered.repairs.truncated_ring = true;
  recovered.events[static_cast<std::size_t>(EventKind::preexisting)] = 447;
  CHECK(hints_at(recovered, {"starts in the middle", "447 blocks", "recovered"}));
  CHECK_FALSE(hints_at(recovered, {"real peaks are higher"}));
  Import forgotten = timed();
  forgotten.repairs.unmatched_frees = 222;
  CHECK(hints_at(forgotten, {"222 frees of blocks never seen", "real peaks are higher"}));
}

TEST_CASE("What was allocated before a profile is hinted at until it is counted") {
  Import import = timed();
  import.format = "kineto";
  import.counters["baseline_bytes"] = 1048576;
  CHECK(hints_at(import, {"1 MiB", "--format kineto:baseline=block"}));
  import.events[static_cast<std::size_t>(EventKind::preexisting)] = 1;
  CHECK(hints(import).empty());
}

TEST_CASE("Lifetimes that are a guess and clocks that are none are said to be so") {
  Import import;
  import.pairing = "size-lifo";
  CHECK(hints_at(import, {"size-lifo", "lifetimes are a guess"}));
  CHECK(hints_at(import, {"no times"}));
}

TEST_CASE("Counters that change what a trace means are put in words") {
  Import import = timed();
  import.counters = {{"ambiguous_pairs", 927}, {"image_without_size", 1}, { "svm_frees_without_pointer", 2 }};
  CHECK(hints_at(import, {"927 calls that more than one thread"}));
  CHECK(hints_at(import, {"1 image without a size"}));
  CHECK(hints_at(import, {"2 frees that named no pointer"}));
}

}  // namespace
}  // namespace arenasim::sim::report
