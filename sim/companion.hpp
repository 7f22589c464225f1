// The thread beside a replay: it reads ahead of the engine, and watches behind it. One thread does both, whichever the
// engine wants more, so that two cores are enough to keep the engine at work.
#pragma once

#include <functional>
#include <memory>

#include "sim/observer.hpp"
#include "traces/event_sink.hpp"

namespace arenasim::sim {

/// As an observer it passes every batch on to another one on its thread, which sees the same batches in the same order,
/// a little later. For observers that look at nothing but batches: the allocator is further on by then.
class Companion final : public Observer {
 public:
  /// `observer` outlives it, and belongs to the thread until `finish` returned; null where it only reads.
  explicit Companion(Observer* observer);
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;
  ~Companion() override;

  [[nodiscard]] core::FactDetail detail() const override;
  [[nodiscard]] bool at_once() const override;
  void observe(const Batch& batch) override;
  void receive(OwnedBatch& batch) override;

  using Read = std::function<void(traces::EventSink&)>;

  /// Calls `read` on the thread and passes the events it sends on to `sink`, on this one, in order. What `read` throws
  /// is thrown here, behind the events that came before it. What `sink` throws is thrown here too, once `read` has
  /// ended: it meets an exception in its own sink, which it has to let through. How far it had come by then is not
  /// known, so use this where its counts do not matter once a sink has seen enough. Whatever `read` writes to must not
  /// be looked at before this returns.
  void read(const Read& read, traces::EventSink& sink);

  /// Waits until the last batch was seen. Throws what the observer threw. Neither batches nor `read` may come after it.
  void finish();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arenasim::sim
