#include "traces/background_source.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "traces/handover.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10U;
constexpr std::size_t kMostBlocks = 3;
constexpr int kBlocksWithoutThread = 2;  // one, and that nothing follows it

/// Some bytes, or what came instead of them.
struct Block {
  std::vector<std::byte> bytes;
  std::size_t count = 0;
  std::exception_ptr error;

  /// False at the end, and where the source throws.
  bool fill(Source& from) {
    bytes.resize(kBlockBytes);
    try {
      count = from.read(bytes);
    } catch (...) {
      count = 0;
      error = std::current_exception();
    }
    return count != 0;
  }
};

}  // namespace

class BackgroundSource::Parts {
 public:
  explicit Parts(std::unique_ptr<Source> under) : under_(std::move(under)) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() {
    queue_.stop();
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  std::size_t read(std::span<std::byte> into) {
    if (given_ == block_.count && !ended_) {
      next();
    }
    if (block_.error) {
      std::rethrow_exception(block_.error);
    }
    const std::size_t count = std::min(into.size(), block_.count - given_);
    std::copy_n(block_.bytes.begin() + static_cast<std::ptrdiff_t>(given_), count, into.begin());
    given_ += count;
    return count;
  }

 private:
  void next() {
    given_ = 0;
    if (blocks_ < kBlocksWithoutThread) {
      ++blocks_;
      ended_ = !block_.fill(*under_);
      return;
    }
    if (!thread_.joinable()) {
      thread_ = std::thread{[this] { run(); }};
    }
    queue_.give_back(std::move(block_));
    block_ = queue_.pop().value_or(Block{});
    ended_ = block_.count == 0;
  }

  void run() {
    Block block;
    bool more = true;
    while (more) {
      more = block.fill(*under_);
      more = queue_.push(block) && more;
    }
    queue_.end();
  }

  std::unique_ptr<Source> under_;
  Handover<Block> queue_{kMostBlocks};
  Block block_;
  std::size_t given_ = 0;
  int blocks_ = 0;
  bool ended_ = false;
  std::thread thread_;  // the last member: it uses the others
};

BackgroundSource::BackgroundSource(std::unique_ptr<Source> under) : parts_(std::make_unique<Parts>(std::move(under))) {}

BackgroundSource::~BackgroundSource() = default;

std::size_t BackgroundSource::read(std::span<std::byte> into) {
  return parts_->read(into);
}

}  // namespace arenasim::traces
