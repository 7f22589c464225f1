#include <fstream>
#include <map>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

using traces::ErrorClass;

ReadText read_file(const std::filesystem::path& file, const traces::ReadOptions& options = {}) {
  CollectingSink sink;
  ReadText result;
  traces::read_trace(file.string(), std::nullopt, options, sink, result.contents);
  result.events = std::move(sink.events);
  return result;
}

/// Rows of a table with tabs, each by column name.
std::vector<std::map<std::string, std::string>> read_table(const std::filesystem::path& file) {
  std::ifstream stream{file};
  std::vector<std::string> columns;
  std::vector<std::map<std::string, std::string>> rows;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream fields{line};
    std::vector<std::string> values;
    for (std::string value; std::getline(fields, value, '\t');) {
      values.push_back(value);
    }
    if (columns.empty()) {
      columns = values;
      continue;
    }
    rows.emplace_back();
    for (std::size_t index = 0; index != values.size(); ++index) {
      rows.back()[columns[index]] = values[index];
    }
  }
  return rows;
}

traces::ReadOptions options_for(const std::string& file) {
  return file.starts_with("overwritten_head") ? lenient() : traces::ReadOptions{};
}

TEST_CASE("Every held OpenCL log has the counts of an independent reader") {
  const auto folder = require_shared() / "traces/opencl";
  const auto rows = read_table(folder / "EXPECTED.tsv");
  REQUIRE(rows.size() == 17);
  for (const auto& row : rows) {
    const std::string& file = row.at("file");
    CAPTURE(file);
    const ReadText read = read_file(folder / file, options_for(file));
    const traces::Import& import = read.contents.import;
    const auto counter = [&](const char* name) { return import.counters.at(name); };
    const auto expected = [&](const char* name) { return std::stoull(row.at(name)); };
    CHECK(import.format == "opencl-log");
    REQUIRE(import.devices.size() == 1);
    CHECK(import.devices[0].allocs == expected("allocs"));
    CHECK(read.count(traces::EventKind::free) == expected("frees"));
    CHECK(import.live_peak_bytes == expected("peak_live_bytes"));
    CHECK(import.live_end_bytes == expected("end_live_bytes"));
    CHECK(import.live_end_count == expected("end_live_n"));
    CHECK(read.count(traces::EventKind::oom) == expected("oom"));
    CHECK(counter("failed_calls") + read.count(traces::EventKind::oom) == expected("failures"));
    CHECK(import.devices[0].max_size.count() == expected("max_size"));
    CHECK(counter("sub_buffers") == expected("sub_buffers"));
    CHECK(counter("images") == expected("images"));
    CHECK(counter("retains") == expected("retains"));
    CHECK(import.repairs.unmatched_frees == expected("unmatched_frees"));
    CHECK(import.repairs.double_allocs == expected("double_allocs"));
    CHECK(counter("kept_by_views") == expected("kept_by_views"));
    CHECK(counter("last_release_count_above_1") == expected("last_release_count_above_1"));
    CHECK(counter("ambiguous_pairs") == expected("ambiguous_pairs"));
    CHECK(counter("calls") == expected("calls"));
    CHECK(import.skipped.at("text") == expected("text_lines"));
    CHECK(import.clock == row.at("clock"));
  }
}

TEST_CASE("Every held OpenCL log gives the events of an independent reader, one for one") {
  const auto folder = require_shared() / "traces/opencl";
  for (const auto& row : read_table(folder / "EXPECTED.tsv")) {
    const std::string& file = row.at("file");
    CAPTURE(file);
    const std::string stem = file.substr(0, file.find('.'));
    const std::string ours = text_of(read_file(folder / file, options_for(file)));
    const std::string theirs = text_of(read_file(folder / "csv" / (stem + ".csv.gz")));
    CHECK((ours == theirs));
  }
}

TEST_CASE("The logs that are no traces are refused as their page says") {
  const auto folder = require_shared() / "traces/opencl";
  const std::map<std::string, ErrorClass> refused{{"apimix_report.txt", ErrorClass::unknown_format},
                                                  {"opencv_umat_report.txt", ErrorClass::unknown_format},
                                                  {"appended_two_runs.log.gz", ErrorClass::inconsistent}};
  for (const auto& [file, error_class] : refused) {
    CAPTURE(file);
    try {
      static_cast<void>(read_file(folder / "refuse" / file));
      FAIL("it was read");
    } catch (const traces::InputError& error) {
      CHECK(error.error_class() == error_class);
    }
  }
  try {
    static_cast<void>(read_file(folder / "overwritten_head.log.gz"));
    FAIL("it was read");
  } catch (const traces::InputError& error) {
    CHECK(error.error_class() == ErrorClass::encoding);
  }
}

TEST_CASE("A log whose head was written over has one exit without its enter") {
  const ReadText read = read_file(require_shared() / "traces/opencl/overwritten_head.log.gz", lenient());
  CHECK(read.contents.import.skipped.at("exit_without_enter") == 1);
  CHECK(read.contents.import.skipped.at("encoding") == 4096);
}

}  // namespace
}  // namespace arenasim::tests
