// Per-stream memories over one device, and a reservation as a server makes it: relocation when wanted, one reclaim and
// retry (spec/arena.md, A reservation).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/allocator.hpp"
#include "core/explains.hpp"
#include "core/relocation.hpp"
#include "core/stream_memory.hpp"
#include "core/trigger.hpp"

namespace arenasim::core {

/// What a server does beside reserving.
struct ServerRules {
  BaseMode base = BaseMode::auto_;
  Trigger trigger;
  RelocationRules relocation;
};

class ReservationServer final : public Allocator,
                                public Relocates,
                                public Records,
                                public Guards,
                                public Modes,
                                public Explains {
 public:
  using MakePools = std::function<std::unique_ptr<GeneralPools>(Space&)>;

  /// The three ports outlive it. `make_pools` is called once for each stream.
  ReservationServer(Storage& storage, CopyQueue& copies, FactLog& facts, MakePools make_pools, ServerRules rules);

  [[nodiscard]] Result<Placement> allocate(const Request& request) override;
  void complete_free(AllocationId id, StreamId stream) override;
  void expect_free(AllocationId id) override { space_.expect(id); }
  [[nodiscard]] bool gains_from_expecting() const override { return space_.is_large(); }
  void cleanup(StreamId stream) override;
  [[nodiscard]] std::optional<std::string> audit() const override;
  [[nodiscard]] Description describe() const override;
  [[nodiscard]] std::vector<std::string> draw() const override;

  [[nodiscard]] Relocates* relocates() override { return this; }
  [[nodiscard]] Records* records() override { return this; }
  [[nodiscard]] Guards* guards() override { return this; }
  [[nodiscard]] Modes* modes() override { return this; }

  void relocate(StreamId stream) override;
  void prepare(StreamId stream) override;
  void record(StreamId stream) override { recording_.insert(stream); }
  void seal(StreamId stream) override { recording_.erase(stream); }
  [[nodiscard]] bool recording() const override { return !recording_.empty(); }
  void guard(AllocationId id) override;
  void unguard(AllocationId id) override;
  void bind(AllocationId id) override;
  void unbind(AllocationId id) override;
  [[nodiscard]] bool released(AllocationId id) const override;
  void mode(StreamId stream, AllocationMode mode) override;
  [[nodiscard]] Bytes needs(const Request& request) const override;
  [[nodiscard]] std::string manner(const Request& request) const override;
  [[nodiscard]] std::string objection(const Request& request, const FreeRange& range) const override;

 private:
  // What nearly every reservation passes through is compiled as one; what few do stays out of its way.
  [[nodiscard]] StreamMemory& memory_of(StreamId stream);
  [[gnu::noinline]] void turn_to(StreamId stream);
  [[nodiscard]] PageUpdate update_for(StreamId stream) const;
  void relocate_when_wanted(StreamMemory& memory) {
    if (memory.has_outdated()) {
      relocate_when_needed(memory);
    }
  }
  [[gnu::noinline]] void relocate_when_needed(StreamMemory& memory);
  [[nodiscard]] Reserved reserve(StreamMemory& memory, Bytes size, PageUpdate update);
  [[nodiscard, gnu::noinline]] Reserved reserve_again(StreamMemory& memory, Bytes size, Refusal refusal);
  [[nodiscard, gnu::noinline]] tl::unexpected<Refusal> failed(const Request& request, Refusal why);
  [[gnu::noinline]] void relocate_memory(StreamMemory& memory, RelocationReason reason);
  [[gnu::noinline]] void reclaim(StreamMemory& memory);
  [[nodiscard]] RelocationOutcome move_off(StreamMemory& memory, RelocationReason reason, Moved& done);
  void tell_freed(SliceSlot slice, AllocationId owner);
  [[nodiscard]] std::optional<Flaw> flaw() const;
  [[nodiscard]] std::optional<Flaw> flaw_of_owners(const Pool& pool) const;

  Device device_;
  Space space_;
  MakePools make_pools_;
  ServerRules rules_;
  std::map<StreamId, std::unique_ptr<StreamMemory>> memories_;
  StreamMemory* last_memory_ = nullptr;
  StreamId last_stream_;
  std::set<StreamId> recording_;
  std::map<AllocationId, PageSlot> guards_;
  std::map<AllocationId, SliceSlot> bindings_;
};

}  // namespace arenasim::core
