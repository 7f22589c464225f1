#include "sim/companion.hpp"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "traces/waiting_line.hpp"

namespace arenasim::sim {
namespace {

constexpr std::size_t kChunkEvents = 4096;

/// Thrown through a reading whose events nobody takes any more. It is not StopReading, behind which the rest of a file
/// is still hashed.
struct NobodyTakes {};

using Chunk = std::vector<traces::Event>;

/// Passes events on, many at a time.
class InChunks final : public traces::EventSink {
 public:
  explicit InChunks(std::function<void(Chunk&)> pass_on) : pass_on_(std::move(pass_on)) {}

  void take(std::span<const traces::Event> events) override {
    chunk_.insert(chunk_.end(), events.begin(), events.end());
    if (chunk_.size() >= kChunkEvents) {
      flush();
    }
  }

  void flush() {
    if (!chunk_.empty()) {
      pass_on_(chunk_);
      chunk_.clear();
    }
  }

 private:
  std::function<void(Chunk&)> pass_on_;
  Chunk chunk_;
};

}  // namespace

/// A thread that waits is woken when there is something to do for a while: to wake it holds the other one up.
class Companion::Parts {
 public:
  explicit Parts(Observer* watcher) : observer(watcher), thread_([this] { run(); }) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() { end(); }

  void add(OwnedBatch& batch) {
    std::unique_lock lock{mutex_};
    engine_may_go_on_.wait(lock, [this] { return !batches_.full() || watch_error_ != nullptr; });
    if (watch_error_ == nullptr) {
      batches_.push(batch);
    }
    if (batches_.size() == kEnoughBatches) {
      companion_may_go_on_.notify_one();
    }
  }

  void read(const Read& read, traces::EventSink& sink) {
    std::unique_lock lock{mutex_};
    read_ = &read;
    companion_may_go_on_.notify_one();
    std::exception_ptr error;
    while (error == nullptr && has_chunk(lock)) {
      error = take_chunk(lock, sink);
    }
    nobody_takes_ = true;
    companion_may_go_on_.notify_one();
    engine_may_go_on_.wait(lock, [this] { return read_ == nullptr; });
    nobody_takes_ = false;
    chunks_ = traces::WaitingLine<Chunk>{kMostChunks};
    error = error != nullptr ? error : read_error_;
    if (error != nullptr) {
      std::rethrow_exception(error);
    }
  }

  void finish() {
    end();
    if (watch_error_ != nullptr) {
      std::rethrow_exception(watch_error_);
    }
  }

  Observer* const observer;

 private:
  using Lock = std::unique_lock<std::mutex>;

  static constexpr std::size_t kMostChunks = 4;
  static constexpr std::size_t kMostBatches = 32;
  static constexpr std::size_t kManyBatches = 16;   // to watch before reading on
  static constexpr std::size_t kEnoughBatches = 8;  // to be woken for

  // On the thread of the engine.

  /// Waits for one; false where none will come any more.
  [[nodiscard]] bool has_chunk(Lock& lock) {
    engine_may_go_on_.wait(lock, [this] { return !chunks_.empty() || read_ == nullptr; });
    return !chunks_.empty();
  }

  /// What the sink threw.
  [[nodiscard]] std::exception_ptr take_chunk(Lock& lock, traces::EventSink& sink) {
    Chunk chunk = chunks_.pop();
    if (chunks_.half_empty()) {
      companion_may_go_on_.notify_one();
    }
    lock.unlock();
    std::exception_ptr error;
    try {
      sink.take(chunk);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    chunks_.give_back(std::move(chunk));
    return error;
  }

  void end() {
    {
      const Lock lock{mutex_};
      ended_ = true;
      companion_may_go_on_.notify_one();
    }
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  // On the thread of its own.

  void run() {
    Lock lock{mutex_};
    while (!ended_ || !batches_.empty()) {
      if (read_ != nullptr) {
        read_all(lock);
      } else if (!batches_.empty()) {
        watch(lock);
      } else {
        companion_may_go_on_.wait(lock,
                                  [this] { return read_ != nullptr || batches_.size() >= kEnoughBatches || ended_; });
      }
    }
  }

  void read_all(Lock& lock) {
    lock.unlock();
    InChunks forward{[this](Chunk& chunk) { pass_on(chunk); }};
    std::exception_ptr error;
    try {
      (*read_)(forward);
    } catch (...) {
      error = std::current_exception();
    }
    try {
      forward.flush();
    } catch (const NobodyTakes&) {  // as the engine knows
    }
    lock.lock();
    read_error_ = error;
    read_ = nullptr;
    engine_may_go_on_.notify_one();
  }

  /// Waits for room, and meanwhile watches.
  void pass_on(Chunk& chunk) {
    Lock lock{mutex_};
    while (!nobody_takes_ && (chunks_.full() || batches_.size() >= kManyBatches)) {
      if (!batches_.empty()) {
        watch(lock);
      } else {
        companion_may_go_on_.wait(
            lock, [this] { return nobody_takes_ || chunks_.half_empty() || batches_.size() >= kEnoughBatches; });
      }
    }
    if (nobody_takes_) {
      throw NobodyTakes{};
    }
    chunks_.push(chunk);
    engine_may_go_on_.notify_one();
  }

  /// One batch.
  void watch(Lock& lock) {
    OwnedBatch batch = batches_.pop();
    const bool roomy = batches_.half_empty();
    lock.unlock();
    std::exception_ptr error;
    try {
      observer->observe(batch.view());
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error != nullptr) {
      watch_error_ = error;
      batches_ = traces::WaitingLine<OwnedBatch>{kMostBatches};
    }
    batches_.give_back(std::move(batch));
    if (roomy || error != nullptr) {
      engine_may_go_on_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable engine_may_go_on_;
  std::condition_variable companion_may_go_on_;
  traces::WaitingLine<Chunk> chunks_{kMostChunks};
  traces::WaitingLine<OwnedBatch> batches_{kMostBatches};
  const Read* read_ = nullptr;  // what to read, until it is read
  std::exception_ptr read_error_;
  std::exception_ptr watch_error_;
  bool nobody_takes_ = false;
  bool ended_ = false;
  std::thread thread_;  // the last member: it uses the others
};

Companion::Companion(Observer* observer) : parts_(std::make_unique<Parts>(observer)) {}

Companion::~Companion() = default;

core::FactDetail Companion::detail() const {
  return parts_->observer->detail();
}

bool Companion::at_once() const {
  return parts_->observer->at_once();
}

void Companion::observe(const Batch& batch) {
  OwnedBatch copy{.moments = {batch.moments.begin(), batch.moments.end()},
                  .moments_count = batch.moments.size(),
                  .facts = {.facts = {batch.facts.begin(), batch.facts.end()}, .count = batch.facts.size()},
                  .stalls = {batch.stalls.begin(), batch.stalls.end()}};
  parts_->add(copy);
}

void Companion::receive(OwnedBatch& batch) {
  parts_->add(batch);
}

void Companion::read(const Read& read, traces::EventSink& sink) {
  parts_->read(read, sink);
}

void Companion::finish() {
  parts_->finish();
}

}  // namespace arenasim::sim
