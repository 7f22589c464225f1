// The same programs give the same facts on paper, in host memory and on a device, and no move loses a byte.
#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

#include <catch2/catch.hpp>

#include "backends/backends.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/scenario_run.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

/// Programs that ever hold more run with an eighth of every size, as a small device does not take them: a page of more
/// than 4 GiB (one_relocation_makes_room_for_a_large_request), up to 10 GiB in all (sixty_four_sizes_exhaust_the_arena,
/// guarded_pages_keep_the_arena_full, arena_full_shape, full_and_pressed), more than this bound (failed_waits_6). What
/// is scaled is compared with the same on paper.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
constexpr std::uint64_t kScale = 8;

std::uint64_t most_bytes_held(const std::string& golden) {
  std::map<std::string, std::uint64_t> pages;
  std::uint64_t held = 0;
  std::uint64_t most = 0;
  std::istringstream lines(golden);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string fact;
    std::string page;
    words >> fact >> page;
    if (fact == "map") {
      words >> pages[page];
      most = std::max(most, held += pages[page]);
    } else if (fact == "unmap") {
      held -= pages[page];
    }
  }
  return most;
}

void scale_down(sim::Scenario& scenario) {
  for (sim::Command& command : scenario.commands) {
    if (command.kind == sim::CommandKind::alloc) {
      command.size = core::Bytes{command.size.count() / kScale};
    }
  }
  if (scenario.device.limits.capacity) {
    scenario.device.limits.capacity = core::Bytes{scenario.device.limits.capacity->count() / kScale};
  }
}

std::unique_ptr<backends::Device> device_for(const backends::Backend& backend, const core::Limits& limits) {
  backends::DeviceRequest request;
  request.limits = {.capacity = limits.capacity,
                    .without_capacity = !limits.capacity,
                    .largest_page = limits.largest_page,
                    .alignment = limits.alignment};
  return backend.make(request);
}

void equal_on_every_backend(const sim::Scenario& scenario, sim::Verify verify) {
  std::string on_paper;
  for (const backends::Backend& backend : backends::backends()) {
    const auto device = device_for(backend, scenario.device.limits);
    const std::string facts = facts_of(scenario, *device, {.audits = false, .verify = verify});
    if (on_paper.empty()) {
      on_paper = facts;
    }
    INFO("backend " << backend.name);
    CHECK((facts == on_paper));
  }
}

/// The programs are dealt out to several cases, so that they can run beside each other.
constexpr std::size_t kShares = 4;

void share_is_equal_on_every_backend(std::size_t share) {
  const std::filesystem::directory_iterator programs(require_shared() / "golden" / "programs");
  std::vector<std::filesystem::path> paths;
  std::transform(begin(programs), end(programs), std::back_inserter(paths),
                 [](const std::filesystem::directory_entry& entry) { return entry.path(); });
  std::sort(paths.begin(), paths.end());
  for (std::size_t index = share; index < paths.size(); index += kShares) {
    INFO(paths[index].filename());
    const std::string golden = file_text(paths[index]);
    sim::Scenario scenario = sim::parse_scenario(golden);
    if (most_bytes_held(golden) > kMostBytes) {
      scale_down(scenario);
    }
    equal_on_every_backend(scenario, sim::Verify::moves);
  }
}

}  // namespace

TEST_CASE("Golden programs have the same facts on every backend, and no move loses a byte: the first quarter") {
  share_is_equal_on_every_backend(0);
}

TEST_CASE("Golden programs have the same facts on every backend, and no move loses a byte: the second quarter") {
  share_is_equal_on_every_backend(1);
}

TEST_CASE("Golden programs have the same facts on every backend, and no move loses a byte: the third quarter") {
  share_is_equal_on_every_backend(2);
}

TEST_CASE("Golden programs have the same facts on every backend, and no move loses a byte: the last quarter") {
  share_is_equal_on_every_backend(3);
}

TEST_CASE("Every free finds its bytes as they were written, moves and failed relocations between") {
  const sim::Scenario scenario = sim::parse_scenario(
      "device max_page=1073741824 alignment=256 capacity=67108864 memory=adaptive mode=auto\n"
      "alloc 1 1000000 0\nalloc 2 500001 0\nalloc 3 12000000 0\nalloc 4 100 0\nalloc 5 0 0\n"
      "refuse_copies 1\nrelocate 0\nfail_waits 1\ncleanup 0\nfree 2\nalloc 6 20000000 0\n"
      "cleanup 0\nfree 1\nfree 3\nfree 4\nfree 5\nfree 6\ncleanup 0\nreport\n");
  equal_on_every_backend(scenario, sim::Verify::all);
}

}  // namespace arenasim::tests
