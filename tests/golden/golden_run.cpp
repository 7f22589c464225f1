#include "tests/golden/golden_run.hpp"

#include <array>
#include <sstream>

#include "backends/bookkeeping/bookkeeping.hpp"
#include "sim/engine.hpp"
#include "sim/facts_text.hpp"
#include "sim/text_lines.hpp"
#include "sim/trace_commands.hpp"
#include "tests/support/scenario_run.hpp"
#include "traces/file_source.hpp"
#include "traces/read_trace.hpp"
#include "traces/unwrap.hpp"

namespace arenasim::tests {
std::string unwrapped_text(const std::filesystem::path& path) {
  traces::FileSource file(path.string());
  traces::Unwrapped unwrapped(file, std::uint64_t{1} << 40U);
  std::string text;
  std::array<std::byte, 1U << 16U> block{};
  while (const std::size_t count = unwrapped.bytes().read(block)) {
    text.append(reinterpret_cast<const char*>(block.data()), count);
  }
  return text;
}

std::string facts_of_trace(const std::filesystem::path& path, const sim::DeviceLine& device,
                           const sim::EngineSettings& settings) {
  traces::TraceContents contents;
  backends::Bookkeeping storage(device.limits);
  core::FactLog log(core::FactDetail::events);
  const auto allocator = make_policy(device.policy_with_mode(), {.storage = storage, .copies = storage, .facts = log});
  std::ostringstream out;
  sim::FactsText facts(out, {.allocator = *allocator, .storage = storage, .strings = contents.strings},
                       sim::FactsStyle::trace);
  const std::array<sim::Observer*, 1> observers{&facts};
  sim::Engine engine({.allocator = *allocator, .log = log}, settings, observers);
  sim::EngineSink sink(engine);
  facts.begin(device);
  traces::read_trace(path.string(), std::nullopt, {}, sink, contents);
  engine.finish();
  facts.end_with_report();
  return out.str();
}

std::vector<std::string> notes_on_trace(const std::filesystem::path& path, const sim::DeviceLine& device,
                                        const sim::EngineSettings& settings) {
  traces::TraceContents contents;
  backends::Bookkeeping storage(device.limits);
  core::FactLog log(core::FactDetail::nothing);
  const auto allocator = make_policy(device.policy_with_mode(), {.storage = storage, .copies = storage, .facts = log});
  sim::Engine engine({.allocator = *allocator, .log = log}, settings, {});
  sim::EngineSink sink(engine);
  traces::read_trace(path.string(), std::nullopt, {}, sink, contents);
  engine.finish();
  return allocator->describe().notes;
}

std::string difference(const std::string& golden, const std::string& actual) {
  sim::TextLines golden_lines(golden);
  sim::TextLines actual_lines(actual);
  std::string command;
  for (;;) {
    const auto wanted = golden_lines.next();
    const auto got = actual_lines.next();
    if (!wanted && !got) {
      return golden == actual ? "" : "the ends of lines differ";
    }
    if (!wanted || !got || wanted->text != got->text) {
      return "line " + std::to_string(wanted ? wanted->number : got->number) + ", after " + command +
             "\n  golden: " + (wanted ? std::string(wanted->text) : "(nothing)") +
             "\n  ours:   " + (got ? std::string(got->text) : "(nothing)");
    }
    if (wanted->text.substr(0, 2) == "> ") {
      command = wanted->text;
    }
  }
}

}  // namespace arenasim::tests
