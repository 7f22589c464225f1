#include "sim/cli/program.hpp"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>

#include "backends/device.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/failures.hpp"
#include "sim/cli/output.hpp"
#include "sim/engine_settings.hpp"
#include "traces/input_error.hpp"

namespace arenasim::sim::cli {
namespace {

ExitCode fail(ExitCode code, const std::string& message) {
  std::cerr << message << '\n';
  return code;
}

void print(const std::string& text) {
  Output output{"-"};
  output.stream() << text;
  output.commit();
}

ExitCode parse_and_run(CommandLine& line, std::span<char* const> arguments) {
  try {
    line.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = line.app().get_subcommands();
    print(chosen.empty() ? line.app().help() : chosen.front()->help(line.app().get_name()));
    return ExitCode::done;
  } catch (const CLI::CallForVersion& version) {
    print(std::string{version.what()} + "\n");
    return ExitCode::done;
  }
  return line.run();
}

}  // namespace

ExitCode run_program(std::span<char* const> arguments) {
  try {
    CommandLine line;
    return parse_and_run(line, arguments);
  } catch (const UsageError& error) {
    return fail(ExitCode::usage, "arenasim: " + std::string{error.what()});
  } catch (const MissingCapability& error) {
    return fail(ExitCode::usage, "arenasim: " + std::string{error.what()});
  } catch (const traces::InputError& error) {
    return fail(ExitCode::bad_input, error.what());
  } catch (const backends::DeviceError& error) {
    return fail(ExitCode::device, "arenasim: " + std::string{error.what()});
  } catch (const OutputError& error) {
    return fail(ExitCode::output, "arenasim: " + std::string{error.what()});
  } catch (const ClosedPipe&) {
    return ExitCode::closed_pipe;
  } catch (const BrokenThreshold&) {
    return ExitCode::threshold;
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::device,
                "arenasim: this machine has no memory left for that; a part of the trace may fit (convert --to-event)");
  } catch (const std::exception& error) {
    std::cerr << "arenasim: broken invariant: " << error.what() << std::endl;
    std::abort();
  }
}

}  // namespace arenasim::sim::cli
