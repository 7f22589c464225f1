#include "traces/formats/rocprof.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "traces/formats/named_columns.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

struct Layout {
  NamedColumns columns;
  std::size_t kind;
  std::size_t operation;
  std::size_t agent;
  std::size_t size;
  std::size_t address;
  std::size_t start;
  std::size_t end;
  std::optional<std::size_t> guid;

  explicit Layout(RecordReader& records)
      : columns(records),
        kind(columns.require({"Kind"})),
        operation(columns.require({"Operation"})),
        agent(columns.require({"Agent_Id"})),
        size(columns.require({"Allocation_Size"})),
        address(columns.require({"Address"})),
        start(columns.require({"Start_Timestamp"})),
        end(columns.require({"End_Timestamp"})),
        guid(columns.find({"Guid"})) {
    static_cast<void>(columns.find({"Correlation_Id"}));  // known, and means nothing here
  }
};

/// A row that allocates or frees. A block is there once its alloc ended and no longer once its free began.
struct Call {
  std::uint64_t time = 0;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::uint64_t line = 0;
  DeviceId agent;
  std::uint32_t guid = 0;
  bool is_alloc = false;
};

/// `MEMORY_ALLOCATION_ALLOCATE` and its like; nothing for other names.
std::optional<bool> allocates(std::string_view operation) {
  constexpr std::string_view prefix = "MEMORY_ALLOCATION_";
  if (operation.starts_with(prefix)) {
    operation.remove_prefix(prefix.size());
  }
  if (operation == "ALLOCATE" || operation == "VMEM_ALLOCATE") {
    return true;
  }
  if (operation == "FREE" || operation == "VMEM_FREE") {
    return false;
  }
  return std::nullopt;
}

/// `Agent N` or `N`.
DeviceId agent_of(const Field& field) {
  std::string_view text = trimmed(field.text);
  if (text.empty() || text == "\"") {
    throw InputError{ErrorClass::missing_field, field.position, "an allocation without an agent", "Agent_Id"};
  }
  constexpr std::string_view word = "Agent ";
  if (text.starts_with(word)) {
    text.remove_prefix(word.size());
  }
  return DeviceId{required_field(parse_signed32(text), field, "an agent `Agent N`", "Agent_Id")};
}

class RocprofReader {
 public:
  explicit RocprofReader(const Reading& reading)
      : reading_(reading),
        intake_(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense),
        lines_(reading.source, reading.options.lenient),
        records_(lines_),
        layout_(records_),
        guid_(format_option(reading, "guid", "")) {}

  void read() {
    reading_.import.ignored_columns = layout_.columns.ignored();
    for_each_row(records_, lines_, intake_, [this](const RecordReader& record) { take(record); });
    check_guids();
    reading_.import.repairs.resorted_events = resorted_;
    std::stable_sort(calls_.begin(), calls_.end(),
                     [](const Call& one, const Call& other) { return one.time < other.time; });
    for (const Call& call : calls_) {
      give(call);
    }
    intake_.finish(lines_.at());
  }

 private:
  void take(const RecordReader& record) {
    layout_.columns.check_count(record);
    const std::string_view kind = text(record, layout_.kind);
    if (kind != "MEMORY_ALLOCATION") {
      intake_.pass_over("kind." + std::string{kept(record, layout_.kind, "Kind")});
      return;
    }
    const auto is_alloc = allocates(text(record, layout_.operation));
    if (!is_alloc) {
      intake_.pass_over("operation." + std::string{kept(record, layout_.operation, "Operation")});
      return;
    }
    Call call{.time = number(record, *is_alloc ? layout_.end : layout_.start,
                             *is_alloc ? "End_Timestamp" : "Start_Timestamp"),
              .address = number(record, layout_.address, "Address"),
              .size = number(record, layout_.size, "Allocation_Size"),
              .line = record.position().line,
              .agent = *is_alloc ? agent_of(record.fields()[layout_.agent]) : DeviceId{},
              .is_alloc = *is_alloc};
    if (call.is_alloc && call.address == 0 && call.size != 0) {
      throw InputError{ErrorClass::bad_value, record.fields()[layout_.address].position,
                       "a null address for an allocation that succeeded", "Address"};
    }
    if (layout_.guid) {
      const auto next = static_cast<std::uint32_t>(guids_.size());
      call.guid = guids_.try_emplace(std::string{kept(record, *layout_.guid, "Guid")}, next).first->second;
    }
    if (call.is_alloc && !first_agent_) {
      first_agent_ = call.agent;
    }
    resorted_ += !calls_.empty() && call.time < calls_.back().time ? 1U : 0U;
    calls_.push_back(call);
  }

  [[nodiscard]] static std::string_view text(const RecordReader& record, std::size_t column) {
    return trimmed(record.fields()[column].text);
  }

  /// A text that becomes a part of the report.
  [[nodiscard]] static std::string_view kept(const RecordReader& record, std::size_t column, std::string_view name) {
    const Field& field = record.fields()[column];
    return kept_text({trimmed(field.text), field.position.line}, trimmed(field.text), name);
  }

  [[nodiscard]] static std::uint64_t number(const RecordReader& record, std::size_t column, std::string_view name) {
    const Field& field = record.fields()[column];
    return required_field(parse_unsigned(trimmed(field.text)), field, "an unsigned number", name);
  }

  /// One process is taken: the only one, or the one that was chosen.
  void check_guids() {
    if (guids_.size() > 1 && guid_.empty()) {
      std::string list;
      for (const auto& [guid, index] : guids_) {
        list += (list.empty() ? "" : ", ") + guid;
      }
      throw InputError{ErrorClass::ambiguous_device, WholeFile{},
                       "several Guid values (" + list + "); guid=… takes one", "Guid"};
    }
    if (guid_.empty()) {
      return;
    }
    const auto chosen = guids_.find(guid_);
    const auto is_other = [&](const Call& call) { return chosen == guids_.end() || call.guid != chosen->second; };
    const auto others = std::count_if(calls_.begin(), calls_.end(), is_other);
    if (others != 0) {
      reading_.import.skipped["guid"] += static_cast<std::uint64_t>(others);
      reading_.import.records.skipped += static_cast<std::uint64_t>(others);
    }
    calls_.erase(std::remove_if(calls_.begin(), calls_.end(), is_other), calls_.end());
  }

  void give(const Call& call) {
    const RecordContext at{.time = core::SimTime{core::SimDuration{call.time - calls_.front().time}},
                           .device = call.agent};
    if (call.is_alloc) {
      alloc(call, at);
    } else {
      free(call, at);
    }
  }

  /// Addresses are those of all agents together.
  void alloc(const Call& call, const RecordContext& at) {
    const auto [owner, is_new] = owners_.try_emplace(call.address, call.agent);
    if (!is_new && owner->second != call.agent) {
      RecordContext old = at;
      old.device = owner->second;
      const Records counted = reading_.import.records;
      intake_.free(call.address, nullptr, old, false);
      reading_.import.records = counted;
      ++reading_.import.repairs.double_allocs;
      owner->second = call.agent;
    }
    intake_.alloc(call.address, core::Bytes{call.size}, at, LinePosition{call.line, 0});
  }

  void free(const Call& call, RecordContext at) {
    if (call.address == 0) {
      intake_.null_free(at);
      return;
    }
    const auto owner = owners_.find(call.address);
    at.device = owner != owners_.end() ? owner->second : first_agent_.value_or(DeviceId{});
    if (owner != owners_.end()) {
      owners_.erase(owner);
    }
    const core::Bytes size{call.size};
    intake_.free(call.address, call.size == 0 ? nullptr : &size, at, false);
  }

  const Reading& reading_;
  Intake intake_;
  LineReader lines_;
  RecordReader records_;
  Layout layout_;
  std::string guid_;  // that was chosen; empty: none
  std::map<std::string, std::uint32_t> guids_;
  std::vector<Call> calls_;
  std::unordered_map<std::uint64_t, DeviceId> owners_;  // of live addresses
  std::optional<DeviceId> first_agent_;                 // stands for the agent of a free whose alloc is not known
  std::uint64_t resorted_ = 0;
};

void read_rocprof(const Reading& reading) {
  reading.import.clock = "ns";
  reading.import.pairing = "address";
  RocprofReader{reading}.read();
}

bool is_rocprof(const Glimpse& start) {
  return has_columns(header_columns(start), {"kind", "operation", "allocation_size", "address"});
}

constexpr std::array kRocprofOptions{
    core::OptionSpec{.name = "guid",
                     .type = core::OptionType::text,
                     .fallback = "",
                     .sentence = "the process to take of a file that holds several",
                     .choices = "GUID"},
};

}  // namespace

const Format kRocprofFormat{.name = "rocprof",
                            .sentence = "memory allocation CSV of rocprofv3",
                            .knows = {.time = true, .devices = true, .addresses = true},
                            .options = kRocprofOptions,
                            .sniff = is_rocprof,
                            .read = read_rocprof};

}  // namespace arenasim::traces
