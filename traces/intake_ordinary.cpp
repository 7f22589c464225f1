// Allocs and frees about which nothing is odd, many at once: what they add up to is kept at hand and counted at the
// end, and nothing depends on the kind by a jump, as kinds cannot be foreseen.
#include <algorithm>
#include <array>

#include "traces/intake_parts.hpp"

namespace arenasim::traces {
namespace {

// Such that a batch of sizes and births that a LiveBlock can hold passes no limit.
constexpr unsigned kSizeBits = 32;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 63U;
constexpr std::uint64_t kMostBirths = 0xFFFF'0000;

}  // namespace

class Intake::Parts::Ordinary {
 public:
  /// `device`: of all records that it takes.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the arrays are read only where they were written
  Ordinary(Parts& parts, CountedDevice& device)
      : parts_(parts),
        device_(device),
        now_(parts.now),
        index_(device.index()),
        foreign_ids_(parts.ids_ == Ids::kept ? 0 : 1),
        next_id_(parts.ids_ == Ids::kept ? parts.used_.next_of_run() : 0),
        first_birth_(parts.births_.next()),
        bytes_(parts.live_bytes_),
        peak_(parts.live_bytes_),
        max_size_(device.count.max_size.count()) {}
  Ordinary(const Ordinary&) = delete;
  Ordinary& operator=(const Ordinary&) = delete;
  ~Ordinary() = default;

  /// False, and nothing is done, where the record is odd.
  [[nodiscard]] bool take(const BlockRecord& record, Event& event) {
    const Choice begins{record.begins};
    const LiveTable::Step step = parts_.live.step(record.key, begins);
    if (step.held.slot == nullptr) {
      return false;
    }
    LiveBlock& block = parts_.live[BlockSlot{step.slot}];
    const std::uint64_t size = begins.of(record.size.count(), std::uint64_t{block.size});
    const std::uint64_t odd = ((size ^ record.size.count()) & Choice{record.has_size}.mask()) | size >> kSizeBits |
                              begins.of(0U, block.state ^ index_);
    if (odd != 0 || record.time < now_ || record.device != device_.count.device ||
        (is_to_claim(record.key, begins) && !claim(record.key))) {
      return false;
    }
    const std::uint64_t birth = first_birth_ + allocs_;
    now_ = record.time;
    bytes_ += begins.of(size, 0 - size);
    peak_ = std::max(peak_, bytes_);
    sizes_[allocs_] = size;
    streams_[allocs_] = record.stream.number();
    allocs_ += begins.one();
    event.time = record.time;
    event.id = record.key;
    event.size = core::Bytes{size};
    event.device_free_plus_one = 0;
    event.stream = record.has_stream ? record.stream : block.stream;
    event.device = record.device;
    event.tag = record.tag;
    event.slot = BlockSlot{step.slot};
    event.kind = static_cast<EventKind>(static_cast<std::uint64_t>(EventKind::free) - begins.one());
    block.size = static_cast<std::uint32_t>(size);
    block.stream = record.stream;
    parts_.live.take_step(step, record.key, begins, static_cast<std::uint32_t>(birth), index_);
    return true;
  }

  /// Counts the records that were taken, of which these are the events.
  void finish(std::span<const Event> events) {
    count_sizes();
    const std::size_t taken = events.size();
    const std::size_t frees = taken - allocs_;
    Import& sums = parts_.import;
    sums.events[static_cast<std::size_t>(EventKind::alloc)] += allocs_;
    sums.events[static_cast<std::size_t>(EventKind::free)] += frees;
    sums.repairs.zero_sizes += zero_sizes_;
    sums.records.as_events += taken;
    DeviceCount& count = device_.count;
    count.events += taken;
    count.allocs += allocs_;
    count.frees += frees;
    count.zero_sizes += zero_sizes_;
    count.not_multiple_of_512 += not_multiple_of_512_;
    count.max_size = core::Bytes{max_size_};
    count.peak_bytes = std::max(count.peak_bytes, count.end_bytes + (peak_ - parts_.live_bytes_));
    count.end_bytes = count.end_bytes + bytes_ - parts_.live_bytes_;
    count.end_count += allocs_ - frees;
    parts_.live.count_steps(allocs_, frees);
    parts_.births_.add_before(first_birth_ + allocs_, first_birth_now(events), now_);
    parts_.peak_bytes_ = std::max(parts_.peak_bytes_, peak_);
    parts_.live_bytes_ = bytes_;
    parts_.live_count_ += allocs_ - frees;
    parts_.now = now_;
    parts_.begun = parts_.begun || taken != 0;
    parts_.filled_ += taken;
    if (foreign_ids_ == 0) {
      parts_.used_.claim_run(next_id_);
    }
  }

 private:
  /// The number of the first one at the time of the last record.
  [[nodiscard]] std::uint64_t first_birth_now(std::span<const Event> events) const {
    std::uint64_t first = first_birth_ + allocs_;
    while (!events.empty() && events.back().time == now_) {
      first -= events.back().kind == EventKind::alloc ? 1U : 0U;
      events = events.first(events.size() - 1);
    }
    return events.empty() ? parts_.births_.first_at(now_) : first;
  }

  void count_sizes() {
    constexpr std::uint64_t step = 512;
    for (std::size_t at = 0; at < allocs_; ++at) {
      const std::uint64_t size = sizes_[at];
      zero_sizes_ += size == 0 ? 1U : 0U;
      not_multiple_of_512_ += (size % step + step - 1) / step;
      max_size_ = std::max(max_size_, size);
      device_.note(core::Bytes{size}, core::StreamId{streams_[at]});
    }
  }

  static_assert(static_cast<unsigned>(EventKind::alloc) + 1 == static_cast<unsigned>(EventKind::free));

  /// Whether it is to be asked if a new block may have that id.
  [[nodiscard]] bool is_to_claim(BlockKey key, Choice begins) {
    const std::uint64_t is_next = key == next_id_ ? 1 : 0;
    next_id_ += is_next & begins.one();
    return (is_next | foreign_ids_) < begins.one();
  }

  [[nodiscard]] bool claim(BlockKey key) {
    const Claimed claimed = claim(parts_.used_, key, next_id_);
    next_id_ = claimed.next;
    return claimed.is_new;
  }

  struct Claimed {
    std::uint64_t next;
    bool is_new;
  };

  /// It knows not of this object, whose members stay in registers.
  [[gnu::noinline]] static Claimed claim(UsedIds& used, BlockKey key, std::uint64_t next) {
    used.claim_run(next);
    const bool is_new = used.claim_new(key);
    return {used.next_of_run(), is_new};
  }

  Parts& parts_;
  CountedDevice& device_;
  core::SimTime now_;
  std::uint32_t index_;
  std::uint64_t foreign_ids_;  // 1: ids are known to have one life each
  std::uint64_t next_id_;      // the next that needs no look at those that were used; 0 for none
  std::uint64_t first_birth_;  // the number of the first alloc's
  std::uint64_t bytes_;        // live
  std::uint64_t peak_;         // of them, since it began
  std::uint64_t max_size_;
  std::size_t allocs_ = 0;
  std::array<std::uint64_t, kBatchEvents> sizes_;  // of the allocs, and room for that of the next
  std::array<std::int32_t, kBatchEvents> streams_;
  std::uint64_t zero_sizes_ = 0;
  std::uint64_t not_multiple_of_512_ = 0;
};

std::size_t Intake::Parts::take_ordinary(std::span<const BlockRecord> records) {
  CountedDevice* const device = devices_.last();
  if (device == nullptr || !device->is(device->count.device, kNoDeviceType) || !device->selected() ||
      ids_ == Ids::dense) {
    return 0;
  }
  if (live_bytes_ > kMostBytes || births_.next() > kMostBirths) {
    return 0;
  }
  const std::size_t most = std::min(records.size(), batch_.size() - filled_count());
  Ordinary ordinary{*this, *device};
  Event* event = filled_;
  for (const BlockRecord& record : records.first(most)) {
    if (!ordinary.take(record, *event)) {
      break;
    }
    ++event;
  }
  const std::span<const Event> taken{filled_, event};
  ordinary.finish(taken);
  return taken.size();
}

}  // namespace arenasim::traces
