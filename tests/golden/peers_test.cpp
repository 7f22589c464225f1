// Umpire's QuickPool, VMA's virtual blocks and RMM's pool, line by line: our facts in the form of golden/peers.
#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <vector>

#include <catch2/catch.hpp>

#include "sim/text_lines.hpp"
#include "tests/golden/golden_run.hpp"
#include "tests/support/shared.hpp"

namespace arenasim::tests {
namespace {

using Values = std::map<std::string, std::string>;

/// `key=value` by key: the first and the last line of such a file.
Values values_of(std::string_view line) {
  Values values;
  std::istringstream words{std::string{line}};
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    values[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return values;
}

std::string with_hyphens(std::string text) {
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

std::string policy_of(Values& header) {
  const std::string& peer = header["peer"];
  if (peer == "umpire_quickpool") {
    return "quickpool:first=" + header["first"] + ",next=" + header["next"] + ",align=" + header["align"] +
           ",heuristic=" + with_hyphens(header["heuristic"]);
  }
  if (peer == "vma_virtual_block") {
    return "tlsf:page=" + header["block_size"] + ",strategy=" + with_hyphens(header["strategy"]);
  }
  REQUIRE(peer == "rmm_pool");
  const std::string& maximum = header["maximum"];
  return "rmm-pool:initial=" + header["initial"] + (maximum == "none" ? "" : ",maximum=" + maximum);
}

sim::DeviceLine device_of(Values& header) {
  sim::DeviceLine device{.limits = sim::kDefaultLimits, .policy = policy_of(header), .mode = {}};
  for (const char* const key : {"parent_cap", "upstream_cap", "block_size"}) {
    if (header.contains(key) && header[key] != "none") {
      device.limits.capacity = core::Bytes{std::stoull(header[key])};
    }
  }
  device.limits.alignment = *core::Alignment::of(core::Bytes{std::stoull(header["align"])});
  return device;
}

/// The golden's lines of events, without how often a stream waits: facts do not say that.
std::string events_of(const std::string& golden) {
  std::string text;
  sim::TextLines lines(golden);
  static_cast<void>(lines.next());
  while (const auto line = lines.next()) {
    if (!line->text.starts_with("wait ") && !line->text.starts_with("peak_live=")) {
      text += line->text;
      text += '\n';
    }
  }
  return text;
}

/// Turns the text of our facts into a golden's lines. Pages are numbered in the order they are granted, as blocks are.
class PeerForm {
 public:
  PeerForm(std::ostream& out, bool shows_refusals) : out_(out), shows_refusals_(shows_refusals) {}

  void take(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == ">") {
      words >> word >> id_ >> size_;
      if (word == "free") {
        out_ << "free " << id_ << '\n';
      }
    } else if (word == "map") {
      words >> page_ >> size_of_page_;
      out_ << "block " << page_ << ' ' << size_of_page_ << '\n';
    } else if (word == "unmap") {
      words >> page_;
      out_ << "release " << page_ << '\n';
    } else if (word == "refuse" && shows_refusals_) {
      words >> size_of_page_;
      out_ << "refused " << size_of_page_ << '\n';
    } else if (word == "place") {
      std::string pool;
      std::string offset;
      words >> pool >> page_ >> offset;
      out_ << "alloc " << id_ << ' ' << size_ << " -> " << page_ << ' ' << offset << '\n';
    } else if (word == "fail") {
      out_ << "alloc " << id_ << ' ' << size_ << " -> fail\n";
    }
  }

 private:
  std::ostream& out_;
  bool shows_refusals_;
  std::string id_;
  std::string size_;
  std::string page_;
  std::string size_of_page_;
};

std::string in_peer_form(const std::string& facts, Values& header) {
  std::ostringstream out;
  const bool is_rmm = header["peer"] == "rmm_pool";
  if (is_rmm && header["initial"] != "0") {
    out << "block 0 " << header["initial"] << '\n';  // granted before the first command
  }
  PeerForm form(out, is_rmm);
  sim::TextLines lines(facts);
  static_cast<void>(lines.next());
  while (const auto line = lines.next()) {
    form.take(std::string(line->text));
  }
  return out.str();
}

/// FOLDER/NAME.CONFIG.golden.gz, of the trace of that name.
std::filesystem::path trace_of(const std::filesystem::path& golden, const std::filesystem::path& shared) {
  const std::string file_name = golden.filename().string();
  const std::string trace = file_name.substr(0, file_name.find('.')) + ".csv.gz";
  for (const char* const folder : {"golden/traces", "recorded", "golden/peers/traces"}) {
    if (std::filesystem::exists(shared / folder / trace)) {
      return shared / folder / trace;
    }
  }
  FAIL("no trace for " << golden);
  return {};
}

/// How often streams waited in all: the golden's last line, and the policy's note.
void check_waits(const std::string& golden, const std::vector<std::string>& notes) {
  const std::string waits = values_of(golden.substr(golden.rfind("peak_live=")))["waits"];
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "streams waited for other streams' events " + waits + " times, which costs nothing here");
}

void check_peer(const std::string& folder) {
  const auto shared = require_shared();
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(shared / "golden/peers" / folder)) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE(!files.empty());
  for (const auto& file : files) {
    const std::string golden = unwrapped_text(file);
    Values header = values_of(sim::TextLines(golden).next()->text);
    sim::EngineSettings settings;
    settings.streams = header["streams"] == "own" ? sim::StreamUse::own : sim::StreamUse::shared;
    const std::string facts = facts_of_trace(trace_of(file, shared), device_of(header), settings);
    const std::string expected = events_of(golden);
    const std::string actual = in_peer_form(facts, header);
    INFO(file.filename().string() << ": " << difference(expected, actual));
    CHECK((expected == actual));
    if (header["streams"] == "own") {
      check_waits(golden, notes_on_trace(trace_of(file, shared), device_of(header), settings));
    }
  }
}

}  // namespace

TEST_CASE("quickpool does line by line what Umpire's QuickPool did") {
  check_peer("quickpool");
}

TEST_CASE("tlsf does line by line what VMA's virtual blocks did, by every strategy") {
  check_peer("vma");
}

TEST_CASE("rmm-pool does line by line what RMM's pool did, streams of its own included") {
  check_peer("rmm_pool");
}

}  // namespace arenasim::tests
