// Places decided beforehand (spec/policies.md, offline).
#include <sstream>

#include <catch2/catch.hpp>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "core/policies/policy.hpp"
#include "sim/lifetimes.hpp"
#include "sim/scenario.hpp"
#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

/// The places of a scenario's allocations, `PAGE+OFFSET` or `fail`, one behind the other.
std::string places(const std::string& scenario) {
  std::istringstream facts(facts_on_paper(scenario, {.audits = true}));
  std::string text;
  for (std::string word; facts >> word;) {
    if (word == "place") {
      std::string pool;
      std::string page;
      std::string offset;
      facts >> pool >> page >> offset;
      text += text.empty() ? "" : " ";
      text.append(page).append("+").append(offset);
    } else if (word == "fail") {
      text += text.empty() ? "fail" : " fail";
    }
  }
  return text;
}

const std::string kDevice = "device max_page=1099511627776 alignment=1 capacity=0 memory=offline\n";

}  // namespace

TEST_CASE("offline places what comes first where it leaves room for what comes later") {
  // In order of arrival 2 would lie behind 1, and that behind 0; here the largest goes to the front.
  CHECK(places(kDevice + "alloc 0 10 0\nalloc 1 20 0\nfree 0\nalloc 2 30 0\nfree 1\nfree 2\n") == "0+0 0+30 0+0");
}

TEST_CASE("offline takes one page, as long as its packing, and gives it back when all is free") {
  const std::string facts = facts_on_paper(kDevice + "alloc 0 10 0\nfree 0\nalloc 1 12 0\nfree 1\ncleanup 0\n");
  CHECK(facts.find("map 0 12") != std::string::npos);
  CHECK(facts.find("map 1") == std::string::npos);
  CHECK(facts.find("unmap 0") != std::string::npos);
}

TEST_CASE("offline on a device that is too small refuses what would pass the end") {
  const std::string small = "device max_page=1099511627776 alignment=1 capacity=25 memory=offline:order=start\n";
  CHECK(places(small + "alloc 0 10 0\nalloc 1 20 0\nalloc 2 15 0\n") == "0+0 fail 0+10");
}

TEST_CASE("A free that comes later than was known does not overlap what was planned in its place") {
  core::Lifetimes lifetimes{{core::Bytes{8}, 0, 1}, {core::Bytes{8}, 1, 2}};
  backends::Bookkeeping storage({.capacity = {}, .largest_page = core::Bytes{64}, .alignment = {}});
  core::FactLog log(core::FactDetail::events);
  const core::Policy* const policy = core::find_policy("offline");
  const auto made = policy->make({storage, storage, log, &lifetimes}, core::Options{policy->options});
  REQUIRE(made);
  CHECK((*made)->allocate({core::AllocationId{0}, core::Bytes{8}, core::StreamId{0}}));
  CHECK_FALSE((*made)->allocate({core::AllocationId{1}, core::Bytes{8}, core::StreamId{0}}));
  CHECK_FALSE((*made)->audit());
}

TEST_CASE("offline cannot be had where the future is not known") {
  backends::Bookkeeping storage({.capacity = {}, .largest_page = core::Bytes{64}, .alignment = {}});
  core::FactLog log(core::FactDetail::events);
  const core::Policy* const policy = core::find_policy("offline");
  CHECK_FALSE(policy->make({storage, storage, log}, core::Options{policy->options}));
}

TEST_CASE("offline says by which order it packed, how far above the bound, and how far from the capacity") {
  core::Lifetimes lifetimes{{core::Bytes{10}, 0, 2}, {core::Bytes{20}, 1, 5}, {core::Bytes{30}, 3, 6}};
  backends::Bookkeeping storage({.capacity = core::Bytes{48}, .largest_page = core::Bytes{64}, .alignment = {}});
  core::FactLog log(core::FactDetail::events);
  const core::Policy* const policy = core::find_policy("offline");
  const auto made = policy->make({storage, storage, log, &lifetimes}, core::Options{policy->options});
  REQUIRE(made);
  CHECK(
      (*made)->describe().notes ==
      std::vector<std::string>{"packed by size into 50 bytes, which is the lower bound of 50 bytes; by area 50 bytes; "
                               "by lifetime 50 bytes; by start 60 bytes",
                               "the packing passes the capacity of 48 bytes by 2 bytes (4.16 %)"});
}

TEST_CASE(
    "A life begins with its request and ends where its free takes effect, and what the recording failed has none") {
  const sim::Scenario scenario = sim::parse_scenario(
      "device\nalloc 7 10 0\nfree_requested 7\nalloc 8 20 0\nfree_completed 7\nfree 7\nalloc 7 5 0\nmarker x\n");
  const core::Lifetimes lifetimes = sim::lifetimes_of(scenario.commands);
  REQUIRE(lifetimes.size() == 3);
  CHECK((lifetimes[0].begin == 0 && lifetimes[0].end == 3));
  CHECK((lifetimes[1].begin == 2 && lifetimes[1].end == core::kNeverFreed));
  CHECK((lifetimes[2].begin == 5 && lifetimes[2].end == core::kNeverFreed));
  const std::vector<sim::Command> probe{{.size = core::Bytes{9}, .kind = sim::CommandKind::probe}};
  CHECK(sim::lifetimes_of(probe).at(0).length() == 0);
}

}  // namespace arenasim::tests
