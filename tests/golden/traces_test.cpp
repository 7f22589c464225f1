// Real traces under the reference, command by command or as the hash of what it said.
#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <vector>

#include <openssl/evp.h>
#include <catch2/catch.hpp>

#include "sim/text_lines.hpp"
#include "tests/golden/golden_run.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

std::string sha256(const std::string& text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  REQUIRE(EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) == 1);
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    hex += kDigits[digest[i] >> 4U];
    hex += kDigits[digest[i] & 15U];
  }
  return hex;
}

/// NAME.CONFIG.golden.gz beside NAME.csv.gz.
void check_trace(const std::filesystem::path& golden_file) {
  const std::string file_name = golden_file.filename().string();
  const auto trace = golden_file.parent_path() / (file_name.substr(0, file_name.find('.')) + ".csv.gz");
  const std::string golden = unwrapped_text(golden_file);
  const auto device = sim::parse_device_line(sim::TextLines(golden).next()->text, 1);
  const std::string facts = facts_of_trace(trace, device);
  INFO(file_name << ": " << difference(golden, facts));
  CHECK(golden.size() == facts.size());
  CHECK((golden == facts));
}

}  // namespace

TEST_CASE("Real traces replay as the reference replayed them") {
  const auto folder = require_shared() / "golden" / "traces";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().string().ends_with(".golden.gz")) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  REQUIRE(!files.empty());
  for (const auto& file : files) {
    check_trace(file);
  }
}

TEST_CASE("Our own recordings replay to the text whose hash the reference left") {
  const auto shared = require_shared();
  std::ifstream table(shared / "golden" / "recorded.tsv");
  std::string row;
  REQUIRE(std::getline(table, row));
  int rows_count = 0;
  while (std::getline(table, row)) {
    std::istringstream cells(row);
    std::string name;
    std::string configuration;
    std::string device;
    std::string hash;
    std::getline(cells, name, '\t');
    std::getline(cells, configuration, '\t');
    std::getline(cells, device, '\t');
    std::getline(cells, hash, '\t');
    const std::string facts =
        facts_of_trace(shared / "recorded" / (name + ".csv.gz"), sim::parse_device_line("device " + device, 1));
    INFO(name << ' ' << configuration);
    CHECK(sha256(facts) == hash);
    ++rows_count;
  }
  CHECK(rows_count > 0);
}

TEST_CASE("Closed timing without costs replays a trace of two streams as recorded timing does, fact for fact") {
  const auto folder = require_shared() / "recorded";
  for (const char* const name : {"g_bert_base_prefetch_2streams.csv.gz", "g_resnet50_infer_2streams.csv.gz"}) {
    const auto device = sim::parse_device_line("device memory=adaptive mode=auto", 1);
    sim::EngineSettings settings;
    const std::string recorded = facts_of_trace(folder / name, device, settings);
    settings.timing = sim::Timing::closed;
    INFO(name);
    CHECK((facts_of_trace(folder / name, device, settings) == recorded));
  }
}

}  // namespace arenasim::tests
