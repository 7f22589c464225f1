// `convert`: any trace that can be read, or a part of it, in a format that can be written.
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include <CLI/CLI.hpp>

#include "sim/cli/command_row.hpp"
#include "sim/cli/output.hpp"
#include "sim/cli/output_options.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/trace_options.hpp"
#include "sim/cli/trace_writing.hpp"
#include "sim/cli/values.hpp"
#include "sim/event_filter.hpp"

namespace arenasim::sim::cli {
namespace {

std::optional<core::StreamId> parse_stream(const std::string& text) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return core::StreamId{number};
}

class ConvertCommand final : public Subcommand {
 public:
  void describe(CLI::App& app) override {
    trace_.describe(app);
    app.add_option("out", out_, "the trace to write; - is standard output")->type_name("OUT")->required();
    describe_target(app, target_);
    add_value(app, "--from-event", range_.from, core::parse_count, kCount,
              "the first event to keep; what is live there comes as preexisting");
    add_value(app, "--to-event", range_.to, core::parse_count, kCount, "the last event to keep");
    add_value(app, "--stream", range_.stream, parse_stream, {"N", "the number of a stream"},
              "only allocations of this stream");
    add_value(app, "--min-size", range_.min_size, core::parse_bytes, kSize, "only allocations of at least this size");
    speech_.describe(app);
  }

  [[nodiscard]] ExitCode run() override {
    Person person{person_beside({out_})};
    const TracePlace place = trace_.place();
    const traces::WriterRow& row = writer_for(target_, out_);
    Output output{out_};
    traces::TraceContents contents;
    const auto writer = row.make(output.stream(), contents.strings);
    EventFilter filter{*writer, range_};
    {
      traces::EventSink& first = range_.keeps_everything() ? static_cast<traces::EventSink&>(*writer) : filter;
      Progress progress{first, speech_.progress, 0};
      place.read(trace_.reading(), progress, contents);
    }
    filter.finish();
    writer->finish();
    output.commit();
    if (!speech_.quiet) {
      tell(person, filter.dropped(), "left out by the filters");
      tell(person, writer->dropped(), "not held by " + std::string{row.name});
    }
    person.finish();
    return ExitCode::done;
  }

 private:
  static void tell(Person& person, const std::map<std::string, std::uint64_t>& dropped, const std::string& why) {
    for (const auto& [what, count] : dropped) {
      person.text() << why << ": " << count << ' ' << what << '\n';
    }
  }

  TraceOptions trace_;
  std::string out_;
  std::string target_;
  EventRange range_;
  SpeechOptions speech_;
};

}  // namespace

std::unique_ptr<Subcommand> make_convert_command() {
  return std::make_unique<ConvertCommand>();
}

}  // namespace arenasim::sim::cli
