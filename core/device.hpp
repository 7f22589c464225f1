// The one door from the pools of an allocator to its device: whatever passes through it is told as a fact.
#pragma once

#include "core/fact_log.hpp"
#include "core/refusal.hpp"
#include "core/storage.hpp"

namespace arenasim::core {

class Device {
 public:
  /// All three outlive it.
  Device(Storage& storage, CopyQueue& copies, FactLog& facts)
      : storage_(&storage), copies_(&copies), facts_(&facts), limits_(storage.limits()) {}

  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] Alignment alignment() const { return limits_.alignment; }
  [[nodiscard]] Uint128 allocated() const { return storage_->allocated(); }

  /// Whose memory the facts that follow are about.
  void work_for(StreamId stream) { stream_ = stream; }

  /// A page for the pool of that index. A refusal changes nothing.
  [[nodiscard]] Result<PageId> map(Bytes size, std::uint8_t pool);
  void unmap(PageId page, Bytes size, std::uint8_t pool);

  /// A page longer or shorter by so many bytes at its end, `size` afterwards. False, and nothing changed: refused.
  [[nodiscard]] bool grow(PageId page, Bytes size, Bytes by, std::uint8_t pool);
  void shrink(PageId page, Bytes size, Bytes by, std::uint8_t pool);

  void wait_device();
  [[nodiscard]] bool copy(Place from, Place to, Bytes size);
  [[nodiscard]] bool wait_copies();

  [[nodiscard]] bool keeps_facts() const { return facts_->keeps_events(); }
  [[nodiscard]] bool keeps_ranges() const { return facts_->keeps_ranges(); }

  void tell(Fact fact) {
    fact.stream = stream_;
    facts_->add(fact);
  }

 private:
  Storage* storage_;
  CopyQueue* copies_;
  FactLog* facts_;
  Limits limits_;
  StreamId stream_;
};

}  // namespace arenasim::core
