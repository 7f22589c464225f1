// What becomes of a relocation whose copies fail on an OpenCL device, from the policy down to the calls.
#include <catch2/catch.hpp>

#include "backends/opencl/buffers.hpp"
#include "backends/opencl/error.hpp"
#include "tests/contract/backends/opencl/counted_calls.hpp"
#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

using backends::opencl::Calls;

/// Two allocations on a page that a growth left behind; both fit behind the third.
constexpr const char* kTwoToMove =
    "device max_page=1073741824 alignment=256 capacity=0 memory=adaptive mode=auto\n"
    "alloc 1 262144 0\nalloc 2 300000 0\nalloc 3 9437184 0\nrelocate 0\n";
constexpr const char* kAgainAndFree = "relocate 0\nfree 1\nfree 2\nfree 3\ncleanup 0\n";

/// A call that answers `code` and does nothing, the `when`-th time alone.
template <class Call>
void fail_once(std::function<Call>& call, cl_int code, int when) {
  call = [inner = call, code, left = when](auto... arguments) mutable {
    return --left == 0 ? code : inner(arguments...);
  };
}

/// The scenario on a device with changed calls, every byte looked at; no object is left behind whatever happens.
template <class Change>
std::string facts_with(const std::string& commands, const Change& change) {
  struct CountsAtTheEnd {
    ObjectCounts counts;
    CountsAtTheEnd() = default;
    CountsAtTheEnd(const CountsAtTheEnd&) = delete;
    CountsAtTheEnd& operator=(const CountsAtTheEnd&) = delete;
    ~CountsAtTheEnd() { CHECK(counts.living() == 0); }
  } objects;
  Calls calls = objects.counts.counting(backends::opencl::load_calls());
  change(calls);
  const sim::Scenario scenario = sim::parse_scenario(commands);
  backends::DeviceRequest request;
  request.limits.without_capacity = true;
  request.limits.largest_page = scenario.device.limits.largest_page;
  request.limits.alignment = scenario.device.limits.alignment;
  backends::opencl::Buffers device(std::move(calls), request);
  return facts_of(scenario, device, {.audits = true, .verify = sim::Verify::all});
}

constexpr std::array kGoneAway{CL_DEVICE_NOT_AVAILABLE, CL_OUT_OF_RESOURCES};

}  // namespace

TEST_CASE("A device that goes away in the second copy abandons the relocation, and the next one moves everything") {
  for (const cl_int code : kGoneAway) {
    INFO(backends::opencl::error_name(code));
    const std::string facts = facts_with(std::string{kTwoToMove} + kAgainAndFree,
                                         [&](Calls& calls) { fail_once(calls.clEnqueueCopyBuffer, code, 2); });
    CHECK_THAT(facts,
               Catch::Contains("> relocate 0\nrelocate Explicit\ncopy 0 0 1 9437184 262144\nrefuse_copy\n"
                               "> relocate 0\nrelocate Explicit\ncopy 0 0 1 9437184 262144\n"
                               "copy 0 262144 1 9699328 300000\nunmap 0\nmoved 1 1 9437184\nmoved 2 1 9699328\n"));
  }
}

TEST_CASE("A device that goes away while copies are waited for abandons the relocation, and both places stay held") {
  for (const cl_int code : kGoneAway) {
    INFO(backends::opencl::error_name(code));
    constexpr int kWaitForCopies = 7;  // two pages are touched, three patterns written, the device is waited for
    const std::string facts = facts_with(std::string{kTwoToMove} + "free 1\nfree 2\nalloc 4 300000 0\n",
                                         [&](Calls& calls) { fail_once(calls.clFinish, code, kWaitForCopies); });
    CHECK_THAT(facts, Catch::Contains("copy 0 262144 1 9699328 300000\nfail_wait\n> free 1\n> free 2\n"
                                      "> alloc 4 300000 0\nplace 3 1 9999360 300000\n"));
    CHECK_THAT(facts, !Catch::Contains("\nmoved "));
  }
}

TEST_CASE("A copy on the device that drops one byte is found after the move") {
  const auto drops_the_last = [](Calls& calls) {
    calls.clEnqueueCopyBuffer = [inner = calls.clEnqueueCopyBuffer](auto queue, auto from, auto to, auto from_offset,
                                                                    auto to_offset, auto size, auto... rest) {
      return inner(queue, from, to, from_offset, to_offset, size - 1, rest...);
    };
  };
  CHECK_THROWS_WITH(facts_with(kTwoToMove, drops_the_last),
                    Catch::Contains("allocation 1 of event 0, 262144 bytes on page 1 at offset 9437184: byte 262143") &&
                        Catch::Contains("after a move from page 0 offset 0"));
}

}  // namespace arenasim::tests
