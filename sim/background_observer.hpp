// An observer's work on a thread of its own, beside the replay.
#pragma once

#include <memory>

#include "sim/observer.hpp"

namespace arenasim::sim {

/// Passes every batch on to another observer, which sees the same batches in the same order, a little later. For
/// observers that look at nothing but batches: the allocator is further on by then.
class BackgroundObserver final : public Observer {
 public:
  /// `observer` outlives it, and belongs to the thread until `finish` returned.
  explicit BackgroundObserver(Observer& observer);
  BackgroundObserver(const BackgroundObserver&) = delete;
  BackgroundObserver& operator=(const BackgroundObserver&) = delete;
  ~BackgroundObserver() override;

  [[nodiscard]] core::FactDetail detail() const override;
  [[nodiscard]] bool at_once() const override;
  void observe(const Batch& batch) override;
  void receive(OwnedBatch& batch) override;

  /// Waits until the last batch was seen. Throws what the observer threw. No batch may come after it.
  void finish();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::sim
