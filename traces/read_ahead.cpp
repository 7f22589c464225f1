#include "traces/read_ahead.hpp"

#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "traces/handover.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kBatchEvents = 4096;
constexpr std::size_t kMostBatches = 4;

using Batch = std::vector<Event>;
using Queue = Handover<Batch>;

/// Thrown through a reading whose events nobody takes any more. It is not StopReading, behind which the rest of a file
/// is still hashed.
struct NobodyTakes {};

/// The sink on the reading thread.
class Forward final : public EventSink {
 public:
  explicit Forward(Queue& queue) : queue_(queue) {}

  void take(std::span<const Event> events) override {
    batch_.insert(batch_.end(), events.begin(), events.end());
    if (batch_.size() >= kBatchEvents) {
      if (!queue_.push(batch_)) {
        throw NobodyTakes{};
      }
      batch_.clear();
    }
  }

  void flush() {
    if (!batch_.empty()) {
      static_cast<void>(queue_.push(batch_));
    }
  }

 private:
  Queue& queue_;
  Batch batch_;
};

/// Runs while it lives; to be stopped before.
class Reader {
 public:
  Reader(const std::function<void(EventSink&)>& read, Queue& queue)
      : thread_([&read, &queue, this] { run(read, queue); }) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { join(); }

  void join() {
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  /// What the reading ended with, once it was joined.
  [[nodiscard]] const std::exception_ptr& error() const { return error_; }

 private:
  void run(const std::function<void(EventSink&)>& read, Queue& queue) {
    Forward forward{queue};
    try {
      read(forward);
    } catch (...) {
      error_ = std::current_exception();
    }
    forward.flush();
    queue.end();
  }

  std::exception_ptr error_;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace

void read_ahead(const std::function<void(EventSink&)>& read, EventSink& sink) {
  Queue queue{kMostBatches};
  Reader reader{read, queue};
  try {
    while (auto batch = queue.pop()) {
      sink.take(*batch);
      queue.give_back(std::move(*batch));
    }
  } catch (...) {
    queue.stop();
    throw;
  }
  reader.join();
  if (reader.error()) {
    std::rethrow_exception(reader.error());
  }
}

}  // namespace arenasim::traces
