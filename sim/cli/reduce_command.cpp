// `reduce`: the fewest events of a trace that still show a condition.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/matrix.hpp"
#include "sim/cli/metric_options.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/trace_writing.hpp"
#include "sim/cli/work_progress.hpp"
#include "sim/reduce/condition.hpp"
#include "sim/reduce/reduce.hpp"
#include "sim/reduce/scenario_text.hpp"
#include "sim/report/words.hpp"

namespace arenasim::sim::cli {
namespace {

using reduce::Events;
using WallClock = std::chrono::steady_clock;

/// How long the best trace so far may be on no disk.
constexpr std::chrono::milliseconds kSavePeriod{250};

void send(const Events& events, traces::EventSink& sink) {
  const std::span<const traces::Event> all{events};
  for (std::size_t first = 0; first < all.size(); first += traces::ParsedTrace::kBatchEvents) {
    sink.take(all.subspan(first, std::min(traces::ParsedTrace::kBatchEvents, all.size() - first)));
  }
}

reduce::Condition parse_condition(const std::string& text) {
  try {
    return reduce::Condition::parse(text);
  } catch (const reduce::ConditionError& error) {
    throw UsageError{std::string{"--while: "} + error.what()};
  }
}

/// Whether events still show the condition, under each policy that it names.
class Question {
 public:
  Question(reduce::Condition condition, std::vector<experiment::Setup> setups, const traces::TraceContents& contents)
      : condition_(std::move(condition)), setups_(std::move(setups)), contents_(contents) {}

  [[nodiscard]] bool shows(const Events& events) const {
    std::vector<compare::Figures> figures;
    figures.reserve(setups_.size());
    for (const experiment::Setup& setup : setups_) {
      figures.emplace_back(run(setup, events).metrics);
    }
    return condition_.holds(figures);
  }

  /// The limits of the device that the first policy sees.
  [[nodiscard]] core::Limits limits() const { return run(setups_.front(), {}).limits; }

  [[nodiscard]] const std::vector<experiment::Setup>& setups() const { return setups_; }

 private:
  [[nodiscard]] experiment::Outcome run(const experiment::Setup& setup, const Events& events) const {
    try {
      return experiment::run(
          setup, [&events](traces::EventSink& sink) { send(events, sink); }, contents_);
    } catch (const experiment::BadSetup& error) {
      throw UsageError{error.what()};
    }
  }

  reduce::Condition condition_;
  std::vector<experiment::Setup> setups_;
  const traces::TraceContents& contents_;
};

class ReduceCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    trace_.describe(app);
    app.add_option("out", out_, "the trace to write, and to keep the best so far in")->type_name("OUT")->required();
    app.add_option("--while", condition_,
                   "what must still be: 'failures_count>0', 'arena.moved_bytes > 2*pytorch.moved_bytes'")
        ->type_name("CONDITION")
        ->required();
    add_policies(app, policies_, "a policy of the condition, with options; the first is that of metrics without one");
    describe_target(app, target_);
    add_output(app, "--scenario", scenario_, "write a scenario, too");
    device_.describe(app);
    timing_.describe(app);
    add_jobs(app, jobs_);
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    Person person(person_beside({OutputPath{out_}, scenario_}));
    const auto scenario = opened(scenario_);
    const reduce::Condition condition = parse_condition(condition_);
    std::vector<TracePlace> places;
    places.push_back(trace_.place());
    const std::vector<LoadedTrace> loaded = load(std::move(places), trace_.reading(), jobs_);
    const traces::ParsedTrace& trace = *loaded.front().parsed;
    const Question question{condition, setups(condition, trace), trace.contents()};
    Events events = trace.events();
    const std::size_t before = events.size();
    if (!question.shows(events)) {
      throw UsageError{"--while: '" + condition_ + "' does not hold for the whole trace"};
    }
    const Events left = reduced(std::move(events), question, trace.contents().strings);
    write_text(scenario, [&] {
      const experiment::Setup& first = question.setups().front();
      return reduce::scenario_text(left, question.limits(), first.label, trace.contents().strings);
    });
    if (!speech_.quiet) {
      say(person, before, left, question.limits());
    }
    person.finish();
    return ExitCode::done;
  }

 private:
  /// One for each policy of the condition.
  [[nodiscard]] std::vector<experiment::Setup> setups(const reduce::Condition& condition,
                                                      const traces::ParsedTrace& trace) const {
    std::vector<PolicyArgument> given;
    std::transform(policies_.begin(), policies_.end(), std::back_inserter(given), parse_policy);
    std::vector<experiment::Setup> setups;
    for (const std::string& name : condition.policies()) {
      const auto known = std::find_if(given.begin(), given.end(), [&name](const PolicyArgument& policy) {
        return name.empty() || policy.policy->name == name;
      });
      const PolicyArgument policy = known != given.end() ? *known : parse_policy(name.empty() ? "arena" : name);
      setups.push_back(setup_for(policy, device_, timing_, trace));
    }
    return setups;
  }

  [[nodiscard]] Events reduced(Events events, const Question& question, const traces::StringTable& strings) const {
    WorkProgress progress("", 0, speech_.progress);
    WallClock::time_point due = WallClock::now();
    const reduce::Task task{
        .shows = [&question](const Events& some) { return question.shows(some); },
        .better =
            [&](const Events& best) {
              if (out_ != "-" && WallClock::now() >= due) {
                save(best, strings);
                due = WallClock::now() + kSavePeriod;
              }
            },
        .tried =
            [&progress](std::uint64_t tries, std::size_t left) {
              progress.say(fmt::format("{} events left after {} tries", report::grouped(left), report::grouped(tries)));
            },
        .jobs = jobs_on(device_.backend(), jobs_)};
    Events left = reduce::reduce(std::move(events), task);
    save(left, strings);
    return left;
  }

  void save(const Events& events, const traces::StringTable& strings) const {
    Output output(out_);
    const auto writer = writer_for(target_, out_).make(output.stream(), strings);
    send(events, *writer);
    writer->finish();
    output.commit();
  }

  void say(Person& person, std::size_t before, const Events& left, const core::Limits& limits) const {
    person.text() << fmt::format("{} of {} events are left, and none of what they hold can go.\n",
                                 report::grouped(left.size()), report::grouped(before));
    const CapacityChoice capacity = device_.capacity().value_or(CapacityChoice{});
    if (std::holds_alternative<core::Fraction>(capacity) && limits.capacity) {
      person.text() << fmt::format("The capacity was --capacity {}, from the peak of the whole trace.\n",
                                   limits.capacity->count());
    }
  }

  TraceOptions trace_;
  std::string out_;
  std::string condition_;
  std::vector<std::string> policies_;
  std::string target_;
  OutputPath scenario_;
  DeviceOptions device_;
  TimingOptions timing_;
  Jobs jobs_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_reduce_command() {
  return std::make_unique<ReduceCommand>();
}

}  // namespace arenasim::sim::cli
