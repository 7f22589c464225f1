// Every held JSON trace against the counts of an independent reader.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/read_text.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::traces {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<Row> rows_of(const std::filesystem::path& table) {
  std::ifstream file(table);
  std::vector<std::string> columns;
  std::vector<Row> rows;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::vector<std::string> values;
    for (std::string value; std::getline(fields, value, '\t');) {
      values.push_back(value);
    }
    if (columns.empty()) {
      columns = values;
      continue;
    }
    Row& row = rows.emplace_back();
    for (std::size_t column = 0; column < columns.size(); ++column) {
      row[columns[column]] = column < values.size() ? values[column] : "";
    }
  }
  return rows;
}

TraceContents read_file(const std::filesystem::path& path, const ReadOptions& options = {},
                        const std::optional<FormatChoice>& format = std::nullopt) {
  tests::CollectingSink sink;
  TraceContents contents;
  read_trace(path.string(), format, options, sink, contents);
  const Records& records = contents.import.records;
  CHECK(records.read == records.as_events + records.as_facts + records.skipped + records.dropped + records.overhead);
  return contents;
}

std::string device_of(const DeviceCount& device) {
  return (device.type ? std::to_string(*device.type) + ":" : "") + std::to_string(device.device.number());
}

/// The number, where the table gives one.
void check_field(const Row& row, const std::string& column, std::uint64_t found) {
  INFO(column);
  if (!row.at(column).empty()) {
    CHECK(std::to_string(found) == row.at(column));
  }
}

void check_device(const Row& row, const DeviceCount& device, std::uint64_t preexisting) {
  check_field(row, "n_alloc", device.allocs + preexisting);
  check_field(row, "n_free", device.frees);
  check_field(row, "unmatched_free", device.unmatched_frees);
  check_field(row, "dup_live", device.double_allocs);
  check_field(row, "zero_size", device.zero_sizes);
  check_field(row, "size_mismatch", device.size_mismatches);
  check_field(row, "peak_bytes", static_cast<std::uint64_t>(device.peak_bytes));
  check_field(row, "end_live_bytes", static_cast<std::uint64_t>(device.end_bytes));
  check_field(row, "end_live_n", device.end_count);
  check_field(row, "max_size", device.max_size.count());
}

TEST_CASE("Held JSON traces count as an independent reader counts them") {
  const std::filesystem::path folder = tests::require_shared() / "traces";
  const std::map<std::string, std::string> formats{
      {"kineto", "kineto"}, {"memtimeline-raw", "memory-timeline"}, {"iopddl-json", "iopddl"}};
  for (const Row& row : rows_of(folder / "EXPECTED.tsv")) {
    const auto format = formats.find(row.at("fmt"));
    if (format == formats.end()) {
      continue;
    }
    INFO(row.at("file") << " " << row.at("device"));
    const TraceContents contents = read_file(folder / row.at("file"));
    CHECK(contents.import.format == format->second);
    const auto preexisting = contents.import.events[static_cast<std::size_t>(EventKind::preexisting)];
    bool found = false;
    for (const DeviceCount& device : contents.import.devices) {
      if (row.at("device") == "all" || device_of(device) == row.at("device")) {
        found = true;
        check_device(row, device, preexisting);
      }
    }
    CHECK(found);
  }
}

TEST_CASE("Our own profiler recordings count as an independent reader counts them") {
  const std::filesystem::path folder = tests::require_shared() / "recorded";
  for (const Row& row : rows_of(folder / "EXPECTED.tsv")) {
    if (row.at("file").rfind("h_", 0) != 0) {
      continue;
    }
    INFO(row.at("file"));
    const Import import = read_file(folder / row.at("file")).import;
    REQUIRE(import.devices.size() == 1);
    const DeviceCount& device = import.devices[0];
    const auto preexisting = import.events[static_cast<std::size_t>(EventKind::preexisting)];
    CHECK(std::to_string(device.allocs + preexisting) == row.at("allocs"));
    CHECK(std::to_string(device.frees) == row.at("frees"));
    CHECK(std::to_string(static_cast<std::uint64_t>(device.peak_bytes)) == row.at("peak_live_bytes"));
    CHECK(std::to_string(static_cast<std::uint64_t>(device.end_bytes)) == row.at("live_at_end"));
    CHECK(std::to_string(device.max_size.count()) == row.at("max_size"));
    CHECK(std::to_string(device.distinct_sizes) == row.at("distinct_sizes"));
    CHECK(std::to_string(device.streams) == row.at("streams"));
  }
}

struct KinetoTotals {
  std::string file;
  std::uint64_t baseline;
  std::uint64_t greatest;
  std::uint64_t resorted;
};

TEST_CASE("Held profiler traces say what was allocated before and lose nothing") {
  const std::filesystem::path folder = tests::require_shared() / "traces";
  const std::vector<KinetoTotals> expected{
      {"hta/df_index_resolver.json.gz", 4'096'614'400, 6'629'508'096, 1},
      {"tracelens/h100_Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz", 984'742'400, 2'088'508'416, 0},
      {"tracelens/h100_gaunernst_bert-small-uncased__1016001.json.gz", 91'360'768, 101'305'344, 0},
      {"tracelens/inference_sglang_decode_capture_traces_bs_32_rank0.json.gz", 151'811'695'616, 151'821'681'664, 0},
      {"tracelens/perf_model_normalization_normalization_layer_test.json.gz", 665'600, 8'154'624, 1},
  };
  for (const KinetoTotals& trace : expected) {
    INFO(trace.file);
    const Import import = read_file(folder / trace.file).import;
    CHECK(import.pairing == "address");
    CHECK(import.repairs.resorted_events == trace.resorted);
    CHECK(import.counters.at("baseline_bytes") == trace.baseline);
    CHECK(import.counters.at("max_total_allocated_bytes") == trace.greatest);
    CHECK(import.counters.at("total_allocated_breaks") == 0);
    CHECK(import.live_peak_bytes + trace.baseline == trace.greatest);
    const FormatChoice block{"kineto", {{"baseline", "block"}}};
    CHECK(read_file(folder / trace.file, {}, block).import.live_peak_bytes == trace.greatest);
  }
}

TEST_CASE("A held profiler trace without addresses pairs by size") {
  const std::filesystem::path file = tests::require_shared() / "traces/kineto/resnet50_num_workers_0.pt.trace.json.gz";
  const Import import = read_file(file).import;
  CHECK(import.pairing == "size-lifo");
  CHECK(import.live_peak_bytes == 2'791'636'480);
  CHECK(import.counters.empty());
}

TEST_CASE("The held memory timeline keeps versions out of the events") {
  const Import import = read_file(tests::require_shared() / "traces/hta/memory_timeline.raw.gz").import;
  CHECK(import.events[static_cast<std::size_t>(EventKind::preexisting)] == 645);
  CHECK(import.events[static_cast<std::size_t>(EventKind::alloc)] == 3345);
  CHECK(import.events[static_cast<std::size_t>(EventKind::free)] == 3345);
  CHECK(import.facts.at("version") == 9510);
  CHECK(import.counters.at("version_pairs") == 4755);
  CHECK(import.counters.at("version_pairs_same_category") == 3880);
  CHECK(import.counters.count("unmatched_versions") == 0);
  CHECK(import.live_end_count == 645);
  CHECK(import.live_end_bytes == 332'060'904);
}

TEST_CASE("Held contest problems have as many empty intervals as counted") {
  const std::filesystem::path folder = tests::require_shared() / "traces/iopddl";
  const TraceContents example = read_file(folder / "example.json");
  CHECK(example.import.devices.at(0).allocs == 5);
  CHECK(example.import.live_peak_bytes == 50);
  CHECK(example.import.devices.at(0).max_size == core::Bytes{25});
  CHECK(example.recorded.limits.at("usage_limit") == core::Bytes{50});
  const TraceContents large = read_file(folder / "asplos-2025-iopddl-B.json.gz");
  CHECK(large.import.counters.at("empty_interval") == 151);
  CHECK(large.recorded.limits.at("usage_limit") == core::Bytes{14'392'528});
}

}  // namespace
}  // namespace arenasim::traces
