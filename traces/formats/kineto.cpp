#include "traces/formats/kineto.hpp"

#include <array>
#include <limits>
#include <map>
#include <utility>

#include "traces/formats/kineto_devices.hpp"
#include "traces/formats/kineto_events.hpp"
#include "traces/formats/kineto_order.hpp"
#include "traces/json_root.hpp"

namespace arenasim::traces {
namespace {

constexpr std::array kKinetoOptions{
    core::OptionSpec{"baseline", core::OptionType::choice, "fact",
                     "what was allocated before the first event: kept as a fact, or loaded as one block", "fact|block"},
};

/// The address of the block that stands for what was allocated before.
constexpr BlockKey kBaselineKey = std::numeric_limits<BlockKey>::max();

/// Names for blocks of traces without addresses: a free ends the last live block of its size.
class SizeLifo {
 public:
  [[nodiscard]] BlockKey of(const MemoryEvent& event) {
    const auto size = static_cast<std::uint64_t>(event.bytes);
    if (event.bytes >= 0) {
      live_[{event.device_type, event.device, size}].push_back(next_);
      return next_++;
    }
    auto& same_size = live_[{event.device_type, event.device, 0 - size}];
    if (same_size.empty()) {
      return next_++;
    }
    const BlockKey last = same_size.back();
    same_size.pop_back();
    return last;
  }

 private:
  using Place = std::tuple<std::int32_t, std::int32_t, std::uint64_t>;
  std::map<Place, std::vector<BlockKey>> live_;
  BlockKey next_ = 0;
};

class KinetoReader {
 public:
  explicit KinetoReader(const Reading& reading) : reading_(reading), options_(reading.options) {}

  void read() {
    collect();
    options_.device = devices_.choose(reading_.options.device);
    reading_.import.clock = "us";
    reading_.import.pairing = by_address_ ? "address" : "size-lifo";
    Intake intake(options_, reading_.sink, reading_.strings, reading_.import, Intake::Ids::dense);
    load_baselines(intake);
    MemoryEvent event;
    while (order_.next(event)) {
      emit(event, intake);
    }
    count_devices();
    intake.finish(WholeFile{});
  }

 private:
  void collect();
  void load_baselines(Intake& intake);
  void emit(const MemoryEvent& event, Intake& intake);
  void keep_facts(const MemoryEvent& event, const KinetoDevice& device, std::uint64_t number);
  void count_devices();
  [[nodiscard]] RecordContext context(std::int64_t time, std::int32_t type, std::int32_t device) const;

  const Reading& reading_;
  ReadOptions options_;  // with the device that is taken
  KinetoOrder order_;
  KinetoDevices devices_;
  SizeLifo lifo_;
  std::int64_t last_reserved_ = kNotSaid;
  std::uint64_t last_breaks_ = 0;
  bool bare_array_ = false;
  bool by_address_ = true;
};

void KinetoReader::collect() {
  // It only counts what is malformed: which device is taken is not known before the end.
  Intake malformed(options_, reading_.sink, reading_.strings, reading_.import, Intake::Ids::dense);
  JsonWindows json(reading_.source);
  bare_array_ = json.kind() == JsonKind::array;
  bool first = true;
  read_memory_events(json, malformed, [&](const MemoryEvent& event) {
    by_address_ = first ? event.has_address : by_address_;
    first = false;
    if (by_address_ && !event.has_address) {
      malformed.skip(InputError(ErrorClass::missing_field, position_of(event, bare_array_),
                                "a memory event without Addr where others have it", "Addr"));
      return;
    }
    devices_.add(event);
    order_.add(event);
  });
}

RecordContext KinetoReader::context(std::int64_t time, std::int32_t type, std::int32_t device) const {
  const std::uint64_t since_first = static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(devices_.earliest());
  RecordContext at;
  at.time = core::SimTime{core::SimDuration{since_first}};
  at.device = DeviceId{device};
  at.device_type = type;
  return at;
}

void KinetoReader::load_baselines(Intake& intake) {
  if (reading_.format_options.text("baseline") != "block") {
    return;
  }
  for (const KinetoDevice& device : devices_.all()) {
    if (const auto bytes = device.baseline(); bytes && *bytes != 0) {
      const Records records = reading_.import.records;
      intake.preexisting(kBaselineKey, core::Bytes{*bytes}, context(devices_.earliest(), device.type, device.id),
                         WholeFile{});
      reading_.import.records = records;  // no record of the file says it
    }
  }
}

void KinetoReader::emit(const MemoryEvent& event, Intake& intake) {
  KinetoDevice& device = devices_.of(event);
  device.follow(event);
  keep_facts(event, device, intake.next_event());
  const RecordContext at = context(event.time, event.device_type, event.device);
  const BlockKey key = by_address_ ? event.address : lifo_.of(event);
  const auto place = [&] { return position_of(event, bare_array_); };
  if (event.bytes >= 0) {
    intake.alloc(key, core::Bytes{static_cast<std::uint64_t>(event.bytes)}, at, place);
  } else if (by_address_ && key == 0) {
    intake.null_free(at);
  } else {
    const core::Bytes size{0 - static_cast<std::uint64_t>(event.bytes)};
    intake.free(key, &size, at, false);
  }
}

/// Keeps the totals that do not follow from the ones before: reserved bytes that changed, allocated bytes after a
/// break.
void KinetoReader::keep_facts(const MemoryEvent& event, const KinetoDevice& device, std::uint64_t number) {
  if (!takes(options_.device, device)) {
    return;
  }
  if (event.has_address && event.bytes >= 0) {
    reading_.recorded.addresses.push_back({number, event.address});
  }
  const bool news = event.total_reserved != last_reserved_ || device.breaks != last_breaks_;
  if (event.total_allocated >= 0 && event.total_reserved >= 0 && news) {
    reading_.recorded.totals.push_back({number, core::Bytes{static_cast<std::uint64_t>(event.total_allocated)},
                                        core::Bytes{static_cast<std::uint64_t>(event.total_reserved)}});
    last_reserved_ = event.total_reserved;
    last_breaks_ = device.breaks;
  }
}

void KinetoReader::count_devices() {
  Import& import = reading_.import;
  for (const KinetoDevice& device : devices_.all()) {
    if (!takes(options_.device, device)) {
      continue;
    }
    import.repairs.resorted_events += device.resorted;
    if (device.first_total != kNotSaid) {
      import.counters["total_allocated_breaks"] += device.breaks;
    }
    if (const auto bytes = device.baseline()) {
      import.counters["baseline_bytes"] += *bytes;
      import.counters["max_total_allocated_bytes"] += static_cast<std::uint64_t>(device.greatest_total);
    }
  }
}

bool is_kineto(const Glimpse& start) {
  const JsonRoot root = json_root(start);
  return root == JsonRoot::trace_events || root == JsonRoot::array_of_trace_events;
}

void read_kineto(const Reading& reading) {
  KinetoReader(reading).read();
}

}  // namespace

const Format kKinetoFormat{
    .name = "kineto",
    .sentence = "PyTorch profiler traces (Chrome trace JSON) with [memory] events",
    .knows = {.time = true, .streams = false, .devices = true, .addresses = true, .two_step_frees = false},
    .options = kKinetoOptions,
    .sniff = is_kineto,
    .read = read_kineto,
};

}  // namespace arenasim::traces
