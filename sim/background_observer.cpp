#include "sim/background_observer.hpp"

#include <cstddef>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "traces/handover.hpp"

namespace arenasim::sim {
namespace {

constexpr std::size_t kMostBatches = 16;
constexpr std::size_t kEnoughBatches = 8;  // to wake the thread for, which holds the replay up

}  // namespace

class BackgroundObserver::Parts {
 public:
  explicit Parts(Observer& watcher) : observer(watcher), thread_([this] { run(); }) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() { end(); }

  void add(OwnedBatch& batch) { static_cast<void>(queue_.push(batch)); }

  void finish() {
    end();
    if (error_) {
      std::rethrow_exception(error_);
    }
  }

  Observer& observer;

 private:
  void end() {
    queue_.end();
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  void run() {
    try {
      while (auto batch = queue_.pop()) {
        observer.observe(batch->view());
        queue_.give_back(std::move(*batch));
      }
    } catch (...) {
      error_ = std::current_exception();
      queue_.stop();
    }
  }

  traces::Handover<OwnedBatch> queue_{kMostBatches, kEnoughBatches};
  std::exception_ptr error_;
  std::thread thread_;  // the last member: it uses the others
};

BackgroundObserver::BackgroundObserver(Observer& observer) : parts_(std::make_unique<Parts>(observer)) {}

BackgroundObserver::~BackgroundObserver() = default;

core::FactDetail BackgroundObserver::detail() const {
  return parts_->observer.detail();
}

bool BackgroundObserver::at_once() const {
  return parts_->observer.at_once();
}

void BackgroundObserver::observe(const Batch& batch) {
  OwnedBatch copy{.moments = {batch.moments.begin(), batch.moments.end()},
                  .moments_count = batch.moments.size(),
                  .facts = {.facts = {batch.facts.begin(), batch.facts.end()}, .count = batch.facts.size()},
                  .stalls = {batch.stalls.begin(), batch.stalls.end()}};
  parts_->add(copy);
}

void BackgroundObserver::receive(OwnedBatch& batch) {
  parts_->add(batch);
}

void BackgroundObserver::finish() {
  parts_->finish();
}

}  // namespace arenasim::sim
