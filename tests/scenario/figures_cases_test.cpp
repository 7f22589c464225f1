// Situations people met, where a figure was shown wrong.
#include <catch2/catch.hpp>

#include "sim/report/words.hpp"
#include "tests/scenario/case_run.hpp"

namespace arenasim::tests {

TEST_CASE("Case 28: a capacity is shown in GiB and in the GB of a data sheet") {
  const CaseRun run = run_case("28_card_of_80_gib");
  CHECK(run.summary().find("capacity 80 GiB (85.90 GB)") != std::string::npos);
  CHECK(run.summary().find("peak live") != std::string::npos);
  CHECK(run.summary().find("79 GiB (84.83 GB)") != std::string::npos);
}

TEST_CASE("Case 29: 613 of 2,985 MiB are 20.54 %, and a share that is there is never shown as nothing") {
  CHECK(sim::report::percent(613.0 / 2985.0) == "20.54 %");
  CHECK(sim::report::percent(0.00001) == "0.001 %");
  CHECK(sim::report::percent(0) == "0.00 %");
}

TEST_CASE("Case 30: no figure of a summary counts bytes as GiB") {
  const CaseRun run = run_case("30_a_limit_without_end");
  const std::string summary = run.summary();
  CHECK(summary.find("capacity 16384 PiB (18446.74 PB)") != std::string::npos);
  CHECK(summary.find("95.37 MiB (100.00 MB)") != std::string::npos);
  CHECK(summary.find("17179869184") == std::string::npos);
}

}  // namespace arenasim::tests
