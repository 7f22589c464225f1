// Every policy keeps the promises of an Allocator, and its own: the same bodies, once for each row of the table, with
// its defaults and with each of its options set to something else.
#include <catch2/catch.hpp>

#include "tests/contract/policies/policy_run.hpp"
#include "tests/contract/policies/program.hpp"
#include "tests/property/draw.hpp"

namespace arenasim::tests {
namespace {

using core::Bytes;
using core::OptionSpec;
using core::OptionType;
using core::operator""_MiB;

core::Limits limits_of(std::optional<Bytes> capacity, std::uint64_t alignment) {
  return {.capacity = capacity,
          .largest_page = Bytes{std::uint64_t{1} << 40U},
          .alignment = *core::Alignment::of(Bytes{alignment})};
}

std::vector<std::string> values_of(const OptionSpec& spec) {
  switch (spec.type) {
    case OptionType::flag:
      return {"true", "false"};
    case OptionType::bytes:
      return {"4KiB", "1MiB"};
    case OptionType::count:
      return {"1", "5"};
    case OptionType::ratio:
      return {"0.1"};
    case OptionType::text:
      return {};
    case OptionType::choice:
      break;
  }
  std::vector<std::string> values;
  std::string_view choices = spec.choices;
  while (!choices.empty()) {
    values.emplace_back(choices.substr(0, choices.find('|')));
    choices.remove_prefix(std::min(choices.size(), values.back().size() + 1));
  }
  return values;
}

/// The defaults, and each option by itself set to every value above.
std::vector<std::string> option_texts(const core::Policy& policy) {
  std::vector<std::string> texts{""};
  for (const OptionSpec& spec : policy.options) {
    for (const std::string& value : values_of(spec)) {
      texts.push_back(std::string{spec.name} + "=" + value);
    }
  }
  return texts;
}

/// Runs a program to its end. Fails where a promise is broken. How many requests were served; nothing where the policy
/// cannot have the options.
std::optional<std::uint64_t> run(const core::Policy& policy, const std::string& option_text, const core::Limits& limits,
                                 const ProgramShape& shape) {
  const auto options = core::Options::parse(policy.options, option_text);
  if (!options) {
    return std::nullopt;  // out of its range
  }
  const auto program = random_program(shape);
  PolicyRun run(policy, *options, limits);
  if (!run.begin(program)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < program.size(); ++i) {
    const std::string wrong = run.step(program[i]);
    if (!wrong.empty()) {
      const std::vector<sim::Command> begin{program.begin(), program.begin() + static_cast<std::ptrdiff_t>(i) + 1};
      FAIL(policy.name << ':' << option_text << ", seed " << shape.seed << ", alignment "
                       << limits.alignment.bytes().count() << ": " << wrong << "\n"
                       << text_of(begin));
    }
  }
  if (policy.promises.gives_all_back && run.reserved() != 0) {
    FAIL(policy.name << ':' << option_text << ", seed " << shape.seed << ": the device does not have all memory back");
  }
  return run.served_count();
}

}  // namespace

TEST_CASE("Every policy keeps its promises on random programs, with any of its options") {
  for (const core::Policy* policy : core::policies()) {
    for (const std::string& options : option_texts(*policy)) {
      INFO(policy->name << ':' << options);
      std::uint64_t served_count = 0;
      bool ran = false;
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Draw draw(seed);
        const ProgramShape shape{.seed = seed, .steps = 150, .streams = draw.between(1, 3), .faults = seed % 2 == 0};
        const auto limits =
            limits_of(seed <= 2 ? std::optional{Bytes{40 << 20U}} : std::nullopt, std::uint64_t{16} << draw.below(8));
        const auto served = run(*policy, options, limits, shape);
        ran = ran || served;
        served_count += served.value_or(0);
      }
      CHECK((ran || !options.empty()));
      CHECK(ran == (served_count > 0));
    }
  }
}

TEST_CASE("Every policy keeps its promises with its defaults on long programs, roomy and tight") {
  for (const core::Policy* policy : core::policies()) {
    std::uint64_t served_count = 0;
    for (std::uint64_t seed = 100; seed < 106; ++seed) {
      Draw draw(seed);
      const ProgramShape shape{
          .seed = seed, .steps = 700, .streams = draw.between(1, 4), .most_bits = 23, .faults = draw.chance(300)};
      const auto capacity = draw.chance(300) ? std::nullopt : std::optional{Bytes{draw.between(8, 600) << 20U}};
      const auto served = run(*policy, "", limits_of(capacity, 256), shape);
      REQUIRE(served);
      served_count += *served;
    }
    CHECK(served_count > 0);
  }
}

TEST_CASE("A size near 2^64 is too large for every policy, never wrapped to a small one") {
  for (const core::Policy* policy : core::policies()) {
    INFO(policy->name);
    std::vector<sim::Command> program;
    for (const std::uint64_t size : {~std::uint64_t{0}, ~std::uint64_t{0} - 256, std::uint64_t{1} << 63U}) {
      const auto id = static_cast<std::uint32_t>(program.size());
      program.push_back(
          {.id = id, .size = Bytes{size}, .slot = traces::BlockSlot{id}, .kind = sim::CommandKind::alloc});
    }
    backends::Bookkeeping storage(limits_of(std::nullopt, 256));
    core::FactLog log(core::FactDetail::events);
    core::Lifetimes lifetimes{{Bytes{1}, 0, 1}};
    const auto allocator = policy->make({storage, storage, log, &lifetimes}, core::Options{policy->options});
    REQUIRE(allocator);
    for (const sim::Command& command : program) {
      const auto placed = (*allocator)->allocate({core::AllocationId{0}, command.size, core::StreamId{0}});
      REQUIRE_FALSE(placed);
      CHECK(placed.error() == core::Refusal::too_large);
      CHECK_FALSE((*allocator)->audit());
    }
  }
}

TEST_CASE("Every policy is named once, and says what it is and whose behaviour it follows") {
  std::vector<std::string_view> names;
  for (const core::Policy* policy : core::policies()) {
    INFO(policy->name);
    CHECK(std::count(names.begin(), names.end(), policy->name) == 0);
    names.push_back(policy->name);
    CHECK(core::find_policy(policy->name) == policy);
    CHECK_FALSE(policy->sentence.empty());
    CHECK_FALSE(policy->source.empty());
    for (const OptionSpec& spec : policy->options) {
      INFO(spec.name);
      CHECK_FALSE(spec.sentence.empty());
      CHECK((spec.fallback.empty() || core::Options{policy->options}.set(spec.name, spec.fallback)));
    }
  }
}

}  // namespace arenasim::tests
