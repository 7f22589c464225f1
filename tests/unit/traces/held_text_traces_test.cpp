#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

struct Held {
  const char* file;
  const char* format;
  std::uint64_t allocs;
  std::uint64_t frees;
  std::uint64_t oom;
  std::uint64_t peak;
  std::uint64_t end_bytes;
  std::uint64_t end_count;
  std::uint64_t max_size;
};

ReadText read_held(const char* file, const std::string& format = {}, const traces::ReadOptions& options = {}) {
  CollectingSink sink;
  ReadText result;
  const auto choice =
      format.empty() ? std::nullopt : std::optional{traces::FormatChoice{format, options.format_options}};
  traces::read_trace((require_shared() / "traces" / file).string(), choice, options, sink, result.contents);
  result.events = std::move(sink.events);
  return result;
}

void check(const ReadText& read, const Held& held) {
  const traces::Import& import = read.contents.import;
  CHECK(import.format == held.format);
  REQUIRE(import.devices.size() == 1);
  CHECK(import.devices[0].allocs == held.allocs);
  CHECK(import.devices[0].frees == held.frees);
  CHECK(read.count(traces::EventKind::oom) == held.oom);
  CHECK(import.live_peak_bytes == held.peak);
  CHECK(import.live_end_bytes == held.end_bytes);
  CHECK(import.live_end_count == held.end_count);
  CHECK(import.devices[0].max_size.count() == held.max_size);
  CHECK(import.repairs.unmatched_frees == 0);
  CHECK(import.repairs.double_allocs == 0);
  CHECK(import.repairs.zero_sizes == 0);
  CHECK(import.repairs.size_mismatches == 0);
}

TEST_CASE("Every held RMM, VMA and interval file has the counts of an independent reader") {
  const std::vector<Held> all{
      {"rmm/rmm_adaptor_test_log.txt", "rmm", 1, 1, 0, 1024, 0, 0, 1024},
      {"rmm/rmm_2019_csv_excerpt_issue75.csv", "rmm-2019", 7, 0, 0, 53136464, 53136464, 7, 23246208},
      {"rmm/rmm_log.blazingsql.txt", "rmm-debug", 0, 0, 3, 0, 0, 0, 0},
      {"rmm/rmm_log.raft.txt", "rmm-debug", 0, 0, 1, 0, 0, 0, 0},
      {"vma/inexor_vma_replay.csv", "vma", 15, 15, 0, 4194304, 0, 0, 4194304},
      {"vma/vma_docs_example_recording.csv", "vma", 4, 4, 0, 1656, 0, 0, 768},
      {"minimalloc/input.12.csv", "intervals", 5, 5, 0, 12, 0, 0, 4},
      {"minimalloc/A.1048576.csv", "intervals", 154, 154, 0, 1048576, 0, 0, 656384},
      {"minimalloc/B.1048576.csv", "intervals", 170, 170, 0, 1048576, 0, 0, 632832},
      {"minimalloc/C.1048576.csv", "intervals", 203, 203, 0, 1039360, 0, 0, 712704},
      {"minimalloc/D.1048576.csv", "intervals", 213, 213, 0, 986112, 0, 0, 211968},
      {"idealloc/coreba_tests_data_iree_iree_mobilenet.csv", "intervals", 56, 56, 0, 5706112, 0, 0, 4903296},
      {"idealloc/somas_tensors_resnet50.csv", "intervals", 1042, 1042, 0, 1515472556, 0, 0, 51380224},
      {"idealloc/somas_tensors_tiny_bert.csv", "intervals", 1821, 1821, 0, 758936113, 0, 0, 46881792},
      {"idealloc/somas_tensors_pangu_2.6B.csv", "intervals", 18692, 18692, 0, 5530099775, 0, 0, 409600000},
      {"idealloc/benchmarks_iopddl_S_1.csv", "intervals", 28526, 28526, 0, 1498635932, 0, 0, 268435457},
  };
  for (const Held& held : all) {
    CAPTURE(held.file);
    check(read_held(held.file), held);
  }
}

TEST_CASE("The held RMM debug logs say how much was refused") {
  const ReadText read = read_held("rmm/rmm_log.blazingsql.txt");
  REQUIRE(read.events.size() == 3);
  CHECK(read.events[0].size == core::Bytes{35006976});
  CHECK(read.events[1].size == core::Bytes{34940672});
  CHECK(read.events[2].size == core::Bytes{30506240});
  CHECK(read_held("rmm/rmm_log.raft.txt").events.at(0).size == core::Bytes{12452429824});
}

TEST_CASE("The held excerpt of 2019 agrees with its own count of live blocks") {
  CHECK(read_held("rmm/rmm_2019_csv_excerpt_issue75.csv").contents.import.counters.empty());
}

TEST_CASE("Images of the held VMA recordings are passed over, or estimated") {
  CHECK(read_held("vma/inexor_vma_replay.csv").contents.import.counters.at("image_without_size") == 3);
  CHECK(read_held("vma/vma_docs_example_recording.csv").contents.import.counters.at("image_without_size") == 4);
  traces::ReadOptions options;
  options.format_options["vma-images"] = "estimate";
  check(read_held("vma/inexor_vma_replay.csv", "vma", options), {"", "vma", 18, 16, 0, 10308608, 3840000, 2, 4194304});
  check(read_held("vma/vma_docs_example_recording.csv", "vma", options), {"", "vma", 8, 8, 0, 4076348, 0, 0, 4009984});
}

TEST_CASE("Sizes of the held interval file S_1 are as odd as its page says") {
  const ReadText read = read_held("idealloc/benchmarks_iopddl_S_1.csv");
  std::size_t odd = 0;
  for (const traces::Event& event : read.events) {
    odd += event.kind == traces::EventKind::alloc && event.size.count() % 2 == 1 ? 1U : 0U;
  }
  CHECK(odd == 28522);
}

}  // namespace
}  // namespace arenasim::tests
