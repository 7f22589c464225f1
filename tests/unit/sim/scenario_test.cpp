// Scenario files: what they say, what is wrong with them, and where they differ from what happened.
#include <catch2/catch.hpp>

#include "sim/cost_model_file.hpp"
#include "sim/scenario.hpp"
#include "traces/input_error.hpp"

namespace arenasim::tests {
namespace {

const std::string kDevice = "device max_page=1073741824 alignment=256 capacity=0 memory=adaptive mode=auto\n";

/// The error a scenario is refused with: its class and where it stands.
struct Wrong {
  traces::ErrorClass error_class{};
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  friend bool operator==(const Wrong&, const Wrong&) = default;
};

Wrong wrong(const std::string& text) {
  try {
    static_cast<void>(sim::parse_scenario(text));
  } catch (const traces::InputError& error) {
    const auto* const position = std::get_if<traces::LinePosition>(&error.position());
    return {error.error_class(), position == nullptr ? 0 : position->line, position == nullptr ? 0 : position->column};
  }
  FAIL("it was accepted: " << text);
  return {};
}

}  // namespace

TEST_CASE("A scenario is a device line and a command a line, with comments, blank lines and Windows ends") {
  const auto scenario = sim::parse_scenario(
      "\xEF\xBB\xBF# first\r\n\r\ndevice alignment=4096 max_page=1048576 capacity=10 memory=exclusive "
      "mode=persistent\r\n"
      "alloc 7 100 -2\r\n  advance 1.5us \n# more\nfree 7\nmarker step 1\nmode 3 2");
  CHECK(scenario.device.limits.alignment.bytes() == core::Bytes{4096});
  CHECK(scenario.device.limits.capacity == core::Bytes{10});
  CHECK(scenario.device.policy_with_mode() == "exclusive:mode=persistent");
  REQUIRE(scenario.commands.size() == 5);
  CHECK(scenario.lines == std::vector<std::uint64_t>{4, 5, 7, 8, 9});
  CHECK(scenario.commands[0].stream == core::StreamId{-2});
  CHECK(scenario.commands[2].time.time_since_epoch().count() == 1500);
  CHECK(scenario.commands[2].slot == scenario.commands[0].slot);
  CHECK(scenario.commands[2].size == core::Bytes{100});
  CHECK(scenario.strings.text(scenario.commands[3].tag) == "step 1");
  CHECK(scenario.commands[4].mode == core::AllocationMode::dedicated);
}

TEST_CASE("Where commands have prompts, the rest is what came of them") {
  const auto scenario = sim::parse_scenario(kDevice + "> alloc 1 100 0\nmap 0 8388608\nplace 1 0 0 100\n> free 1\n");
  CHECK(scenario.has_facts);
  CHECK(scenario.commands.size() == 2);
}

TEST_CASE("What is wrong with a scenario is named with its line and column") {
  using traces::ErrorClass;
  CHECK(wrong("") == Wrong{ErrorClass::empty, 0, 0});
  CHECK(wrong("alloc 1 1 0\n") == Wrong{ErrorClass::bad_value, 1, 1});
  CHECK(wrong("device alignment=3\n") == Wrong{ErrorClass::bad_value, 1, 18});
  CHECK(wrong("device alignment\n") == Wrong{ErrorClass::bad_value, 1, 8});
  CHECK(wrong("device pages=3\n") == Wrong{ErrorClass::bad_value, 1, 8});
  CHECK(wrong("device capacity=18446744073709551616\n") == Wrong{ErrorClass::range, 1, 17});
  CHECK(wrong(kDevice + "aloc 1 1 0\n") == Wrong{ErrorClass::bad_value, 2, 1});
  CHECK(wrong(kDevice + "alloc 1 1\n") == Wrong{ErrorClass::missing_field, 2, 10});
  CHECK(wrong(kDevice + "alloc 1 -1 0\n") == Wrong{ErrorClass::bad_value, 2, 9});
  CHECK(wrong(kDevice + "alloc 1 18446744073709551616 0\n") == Wrong{ErrorClass::range, 2, 9});
  CHECK(wrong(kDevice + "alloc 1 1 2147483648\n") == Wrong{ErrorClass::bad_value, 2, 11});
  CHECK(wrong(kDevice + "report now\n") == Wrong{ErrorClass::syntax, 2, 8});
  CHECK(wrong(kDevice + "mode 0 3\n") == Wrong{ErrorClass::bad_value, 2, 8});
  CHECK(wrong(kDevice + "advance 5\n") == Wrong{ErrorClass::bad_value, 2, 9});
  CHECK(wrong(kDevice + "\n> free x\n") == Wrong{ErrorClass::bad_value, 3, 8});
  CHECK(wrong(kDevice + std::string("free 1\0\n", 8)) == Wrong{ErrorClass::bad_value, 2, 6});
}

TEST_CASE("A scenario that is no file is an io error that names it") {
  CHECK_THROWS_WITH(sim::read_scenario("/no/such/scenario"), Catch::Contains("/no/such/scenario"));
  CHECK_THROWS_AS(sim::read_scenario("/"), traces::InputError);
}

TEST_CASE("The first difference from what a scenario says is found with its line") {
  const std::string scenario = "device capacity=0\n# note\n> alloc 1 100 0\n\nmap 0 8388608\nplace 1 0 0 100\n";
  const std::string facts = "device max_page=1 capacity=0\n> alloc 1 100 0\nmap 0 8388608\n";
  CHECK_FALSE(sim::first_difference(scenario, facts + "place 1 0 0 100\n").has_value());
  const auto changed = sim::first_difference(scenario, facts + "place 1 0 256 100\n");
  REQUIRE(changed.has_value());
  CHECK(changed->line == 6);
  CHECK(changed->expected == "place 1 0 0 100");
  CHECK(changed->actual == "place 1 0 256 100");
  CHECK(sim::first_difference(scenario, facts)->actual.empty());
  CHECK(sim::first_difference(scenario, facts + "place 1 0 0 100\nmore\n")->line == 7);
}

TEST_CASE("A device line says policies as golden files do") {
  const auto text = [](std::string_view policy) {
    return sim::to_text(sim::device_line({.capacity = {}, .largest_page = core::Bytes{8}, .alignment = {}}, policy));
  };
  CHECK(text("arena") == "device max_page=8 alignment=1 capacity=0 memory=adaptive mode=auto");
  CHECK(text("exclusive:mode=size-match") ==
        "device max_page=8 alignment=1 capacity=0 memory=exclusive mode=size-match");
  CHECK(text("arena:padding=reuse,mode=persistent") ==
        "device max_page=8 alignment=1 capacity=0 memory=adaptive:padding=reuse mode=persistent");
  CHECK(text("rmm-pool:initial=1") == "device max_page=8 alignment=1 capacity=0 memory=rmm-pool:initial=1");
  CHECK(sim::parse_device_line("device memory=adaptive:padding=reuse mode=auto", 1).policy_with_mode() ==
        "arena:padding=reuse,mode=auto");
}

TEST_CASE("A cost model comes back from its file as it was written") {
  const sim::NamedCostModel& model = *sim::find_cost_model("cuda-like");
  CHECK(sim::parse_cost_model(sim::to_json(model)).model == model.model);
  CHECK(sim::parse_cost_model(R"({"grant_ns": 7})").model == sim::CostModel{.grant_ns = 7});
}

TEST_CASE("A cost model that says nothing sensible is bad input") {
  for (const char* const text :
       {"", "[]", "{", R"({"grant_ns": -1})", R"({"grant_ns": 1.5})", R"({"grants": 1})", R"({"schema_version": 2})",
        R"({"schema": "report"})", R"({"release_waits_device": 1})"}) {
    INFO(text);
    CHECK_THROWS_AS(sim::parse_cost_model(text), traces::InputError);
  }
}

}  // namespace arenasim::tests
